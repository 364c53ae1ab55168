import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { isCallFailure } from "~/platform/call-failure.ts";
import { Button } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { FieldError } from "~/ui/field.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { useToast } from "~/ui/toasts.tsx";
import { CropDialog } from "./crop.tsx";
import { readUpright } from "./crop-frame.ts";
import { PHOTO_TYPES, problemWith, uploadPhoto } from "./upload.ts";

interface Upload {
  file: File;
  preview: string;
  part: number;
  /** Why it failed, as text. */
  error?: string;
}

/** Choose or drop a photo; it uploads at once with progress. Without script: a form with a button. */
export function AddPhoto({
  error,
  small = false,
  shared = null,
}: {
  error: string | undefined;
  small?: boolean;
  /** A photo from another app, as if it had been chosen here. */
  shared?: File | null;
}) {
  const t = useTranslations("profile.photos");
  const scripted = useMounted();
  const { upload, problem, cropping, choose, send, again, clear, close } = useUpload();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) void choose(file);
  };
  const chooseShared = useEffectEvent((file: File) => void choose(file));
  useEffect(() => {
    if (shared) chooseShared(shared);
  }, [shared]);
  if (upload) return <UploadCard upload={upload} onAgain={again} onClear={clear} />;
  return (
    <Form method="post" encType="multipart/form-data" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          "grid aspect-4/5 w-full place-content-center justify-items-center gap-2 rounded-card border-2 border-dashed p-2 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
          over ? "border-primary-strong bg-primary-soft" : "border-control bg-surface hover:bg-sunken",
        )}
      >
        <span
          className={classes(
            "grid place-items-center rounded-full bg-primary-soft text-on-primary-soft",
            small ? "size-10" : "size-14",
          )}
        >
          <Icon name="camera" className={small ? "size-5" : "size-7"} />
        </span>
        <span className={classes("font-semibold", small && "text-sm leading-tight")}>{t("choose")}</span>
        {scripted && !small && <span className="hidden text-sm text-ink-soft md:block">{t("drop")}</span>}
        <input
          type="file"
          name="photo"
          accept={PHOTO_TYPES.join(",")}
          className={scripted ? "sr-only" : "w-0 min-w-full text-sm"}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = "";
            if (file) void choose(file);
          }}
        />
      </label>
      <div role="alert" className="empty:hidden">
        {(problem ?? error) && <FieldError id="photo-error">{problem ?? error}</FieldError>}
      </div>
      <noscript>
        <Button type="submit" name="intent" value="photo" wide>
          {t("upload")}
        </Button>
      </noscript>
      <CropDialog
        picture={cropping?.picture ?? null}
        onUse={(cropped) => send(cropped)}
        onWhole={() => cropping && send(cropping.file)}
        onClose={close}
      />
    </Form>
  );
}

/** An upload can be cancelled until it is complete; then the photo can be deleted. */
function UploadCard({ upload, onAgain, onClear }: { upload: Upload; onAgain: () => void; onClear: () => void }) {
  const t = useTranslations("profile.photos");
  const p = useTranslations("photos");
  const format = useFormatter();
  const percent = format.number(upload.part, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="grid gap-2">
      <div className="relative aspect-4/5 overflow-hidden rounded-card bg-sunken">
        <img
          src={upload.preview}
          alt=""
          className={classes("size-full object-cover", upload.error ? "opacity-40" : "opacity-80")}
        />
        {!upload.error && (
          <div className="absolute inset-x-3 bottom-3 grid gap-1.5 rounded-control bg-raised p-3 text-sm font-medium">
            <span role="status">{upload.part < 1 ? t("uploading", { percent }) : t("preparing")}</span>
            <progress
              value={upload.part < 1 ? upload.part : undefined}
              max={1}
              aria-label={t("upload")}
              className="h-1.5 w-full accent-primary-strong"
            />
            {upload.part < 1 && (
              <Button size="small" variant="quiet" onClick={onClear}>
                {p("cancel")}
              </Button>
            )}
          </div>
        )}
      </div>
      {upload.error && (
        <div role="alert" className="grid gap-2">
          <FieldError id="upload-error">{upload.error}</FieldError>
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon="refresh" onClick={onAgain}>
              {t("again")}
            </Button>
            <Button size="small" variant="quiet" onClick={onClear}>
              {t("another")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

interface Cropping {
  file: File;
  picture: ImageBitmap;
}

function useUpload() {
  const e = useTranslations("errors");
  const t = useTranslations("photos");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [problem, setProblem] = useState<string>();
  const shown = useRef<string>(undefined);
  const cancel = useRef<AbortController>(undefined);
  const forget = () => shown.current && URL.revokeObjectURL(shown.current);
  useEffect(() => () => void (shown.current && URL.revokeObjectURL(shown.current)), []);

  /** A file that the browser cannot decode uploads unchanged; the server may be able to read it. */
  const choose = async (file: File) => {
    const found = problemWith(file);
    setProblem(found ? e(found) : undefined);
    if (found) return;
    const picture = await readUpright(file);
    if (picture) setCropping({ file, picture });
    else await send(file);
  };
  const close = () => setCropping(null);

  const send = async (file: File) => {
    forget();
    close();
    const preview = URL.createObjectURL(file);
    shown.current = preview;
    cancel.current = new AbortController();
    setUpload({ file, preview, part: 0 });
    try {
      const report = (part: number) => setUpload((now) => now && { ...now, part });
      const photos = await uploadPhoto(file, report, cancel.current.signal);
      if (!photos) toast({ text: t("cancelled") });
      await revalidate(); // a late cancel may not stop the upload: reload to show the photo
      setUpload(null);
    } catch (error) {
      setUpload((now) => now && { ...now, error: wordsOf(error, e) });
    }
  };
  return {
    upload,
    problem,
    cropping,
    choose,
    send: (file: File) => void send(file),
    again: () => upload && void send(upload.file),
    clear: () => {
      cancel.current?.abort();
      forget();
      setUpload(null);
    },
    close,
  };
}

function wordsOf(error: unknown, e: ReturnType<typeof useTranslations<"errors">>): string {
  if (!isCallFailure(error)) throw error;
  return error.message || e(error.code === "network" ? "network" : "internal");
}
