/** The 4:5 crop: its centre as fractions of the picture, and the zoom relative to the smallest that fills the frame. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

export const FRAME = { width: 640, height: 800 };
const LARGEST = { width: 1280, height: 1600 };
const QUALITY = 0.92;

/** The visible part of the picture, in the picture's pixels. */
export function partOf(picture: Size, { x, y, zoom }: Crop) {
  const width = Math.min(picture.width, (picture.height * FRAME.width) / FRAME.height) / zoom;
  const height = (width * FRAME.height) / FRAME.width;
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height };
}

/** The crop moved by fractions of the frame, with a new zoom; clamped to the picture's edges. */
export function zoomed(picture: Size, crop: Crop, zoom: number, dx: number, dy: number): Crop {
  const { width, height } = partOf(picture, { ...crop, zoom });
  const half = { x: width / picture.width / 2, y: height / picture.height / 2 };
  const within = (value: number, edge: number) => Math.min(1 - edge, Math.max(edge, value));
  return {
    x: within(crop.x + dx * half.x * 2, half.x),
    y: within(crop.y + dy * half.y * 2, half.y),
    zoom,
  };
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, width, height } = partOf(picture, crop);
  const paper = canvas.getContext("2d");
  if (!paper) return;
  paper.clearRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/** The crop as a file to upload, no larger than it is ever shown. */
export async function cut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const { width } = partOf(picture, crop);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.min(LARGEST.width, Math.round(width)));
  canvas.height = Math.max(1, Math.round((canvas.width * FRAME.height) / FRAME.width));
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) throw new Error("the browser could not write the picture");
  return new File([blob], "photo.jpg", { type: blob.type });
}

/** The decoded picture, rotated upright; null if the browser cannot decode this type. */
export const readUpright = (file: File): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
