import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";
import { type Crop, cut, drawCrop, FRAME, zoomed } from "./crop-frame.ts";

const ZOOM_MAX = 4;
const STEP = 0.04;

/** Crops a picture to 4:5 before upload: drag and zoom by touch, mouse or keyboard. */
export function CropDialog({
  picture,
  onUse,
  onWhole,
  onClose,
}: {
  /** Null while there is nothing to crop. */
  picture: ImageBitmap | null;
  onUse: (cropped: File) => void;
  onWhole: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("photos");
  return (
    <Modal
      open={picture !== null}
      onClose={onClose}
      title={t("crop_title")}
      description={t("crop_hint")}
      closeLabel={t("crop_close")}
      held
    >
      {picture && <Cropper picture={picture} onUse={onUse} onWhole={onWhole} />}
    </Modal>
  );
}

function Cropper({
  picture,
  onUse,
  onWhole,
}: {
  picture: ImageBitmap;
  onUse: (cropped: File) => void;
  onWhole: () => void;
}) {
  const t = useTranslations("photos");
  const zoomId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, zoom: 1 });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = useDrag((dx, dy) => setCrop((now) => zoomed(picture, now, now.zoom, -dx, -dy)));
  const press = (event: KeyboardEvent) => {
    const by: Record<string, [number, number, number]> = {
      ArrowLeft: [-STEP, 0, 1],
      ArrowRight: [STEP, 0, 1],
      ArrowUp: [0, -STEP, 1],
      ArrowDown: [0, STEP, 1],
      "+": [0, 0, 1.1],
      "-": [0, 0, 1 / 1.1],
    };
    const [dx, dy, factor] = by[event.key] ?? [];
    if (dx === undefined || dy === undefined || factor === undefined) return;
    event.preventDefault();
    setCrop((now) => zoomed(picture, now, Math.min(ZOOM_MAX, Math.max(1, now.zoom * factor)), dx, dy));
  };
  const use = async () => {
    setBusy(true);
    onUse(await cut(picture, crop));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <canvas
        ref={canvas}
        width={FRAME.width}
        height={FRAME.height}
        role="img"
        aria-label={t("crop_frame")}
        tabIndex={0}
        onKeyDown={press}
        {...drag}
        className="mx-auto aspect-4/5 w-full max-w-[min(20rem,38vh)] cursor-grab touch-none rounded-card bg-sunken active:cursor-grabbing"
      />
      <div className="grid gap-1">
        <label htmlFor={zoomId} className="text-sm font-semibold">
          {t("crop_zoom")}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => setCrop((now) => zoomed(picture, now, Number(target.value), 0, 0))}
          className="h-11 w-full accent-primary-strong"
        />
      </div>
      <div className="grid gap-2">
        <Button variant="call" wide busy={busy} onClick={use}>
          {t("crop_use")}
        </Button>
        <Button variant="quiet" wide onClick={onWhole}>
          {t("crop_whole")}
        </Button>
      </div>
    </div>
  );
}

/** The pointer's movement since the last event, as fractions of the frame. */
function useDrag(move: (dx: number, dy: number) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const end = () => {
    last.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!last.current) return;
      const { width, height } = event.currentTarget.getBoundingClientRect();
      move((event.clientX - last.current.x) / width, (event.clientY - last.current.y) / height);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
