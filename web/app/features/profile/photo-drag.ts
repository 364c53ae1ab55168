import type { Photo } from "@serenade/contract/photos";
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { movedTo, moveFields } from "./photo-order.ts";

const DRAG_PX = 6;

/** The photos in the order that is being dragged or saved, and the handlers of the list around them. */
export function usePhotoOrder(photos: Photo[]) {
  const submit = useSubmit();
  const { state } = useNavigation();
  const [order, setOrder] = useState<Photo["id"][] | null>(null);
  const shown = order ? photos.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)) : photos;
  // saved or refused: the loader's order is the true one
  useEffect(() => {
    if (state === "idle") setOrder(null);
  }, [state]);

  const ids = shown.map(({ id }) => id);
  const move = (id: Photo["id"], place: number) => {
    const photo = photos.find((one) => one.id === id);
    if (!photo || place < 1 || place > photos.length) return;
    setOrder(movedTo(ids, id, place));
    void submit(moveFields(photos, photo, place), { method: "post", preventScrollReset: true });
  };
  const { dragged, list, handlers } = useDrag({
    onOver: (id, place) => setOrder(movedTo(ids, id, place)),
    onDrop: (id) => {
      const place = ids.indexOf(id) + 1;
      if (photos[place - 1]?.id === id) setOrder(null);
      else move(id, place);
    },
    onCancel: () => setOrder(null),
  });
  const onKeyDown = (event: KeyboardEvent, id: Photo["id"]) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    moved.current = id;
    move(id, ids.indexOf(id) + 1 + step);
  };
  // an element that React moves in its list loses the focus
  const moved = useRef<Photo["id"]>(undefined);
  useLayoutEffect(() => {
    if (!moved.current || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-photo="${moved.current}"] [data-handle]`)?.focus();
  });
  return { shown, dragged, list, handlers, onKeyDown };
}

/** Drags an item of a list by mouse from anywhere on it, by touch from its handle: elsewhere a finger scrolls. */
function useDrag({
  onOver,
  onDrop,
  onCancel,
}: {
  onOver: (id: Photo["id"], place: number) => void;
  onDrop: (id: Photo["id"]) => void;
  onCancel: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const start = useRef<{ id: Photo["id"]; x: number; y: number } | null>(null);
  const [dragged, setDragged] = useState<Photo["id"] | null>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-photo]") ?? [])];
  const end = (act: () => void) => {
    start.current = null;
    if (dragged) act();
    setDragged(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const target = event.target as Element;
      const id = target.closest<HTMLElement>("[data-photo]")?.dataset.photo as Photo["id"] | undefined;
      const handle = target.closest("[data-handle]");
      const control = target.closest("a,button,details,label");
      if (!id || event.button !== 0 || (event.pointerType === "mouse" ? control && !handle : !handle)) return;
      start.current = { id, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current;
      if (!from) return;
      if (!dragged) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX) return;
        list.current?.setPointerCapture(event.pointerId);
        setDragged(from.id);
      }
      const all = items();
      const over = all.findIndex((item) => isInside(item.getBoundingClientRect(), event));
      if (over >= 0 && all[over]!.dataset.photo !== from.id) onOver(from.id, over + 1);
    },
    onPointerUp: () => end(() => onDrop(dragged!)),
    onPointerCancel: () => end(onCancel),
  };
  return { dragged, list, handlers };
}

const isInside = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
