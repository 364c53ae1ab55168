import type { Photo } from "@serenade/contract/photos";

/** `order` with the photo at a place counted from 1. */
export function movedTo<T>(order: T[], one: T, place: number): T[] {
  const others = order.filter((other) => other !== one);
  return [...others.slice(0, place - 1), one, ...others.slice(place - 1)];
}

/**
 * The fields of a move. The first photo is the large one here and the main one to others; until a photo is checked it cannot be.
 */
export function moveFields(photos: Photo[], photo: Photo, place: number): Record<string, string> {
  const first = movedTo(photos, photo, place)[0];
  return {
    intent: "move",
    photo_id: photo.id,
    order: String(place),
    ...(first && !first.main && first.status === "active" && { main_id: first.id }),
  };
}
