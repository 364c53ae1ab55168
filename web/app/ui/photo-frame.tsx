import type { ReactNode } from "react";
import { groundOf, initialsOf } from "./avatar.tsx";
import { classes } from "./classes.ts";
import { SoftImage } from "./soft-image.tsx";

/** A member's picture in 4:5 with a caption over its lower edge and a slot for a button; without a picture the initials. */
export function PhotoFrame({
  name,
  src,
  hash,
  caption,
  corner,
  badge,
  eager = false,
}: {
  name: string;
  src: string | null | undefined;
  /** Shown while the picture loads. */
  hash?: string | null | undefined;
  caption?: ReactNode;
  corner?: ReactNode;
  badge?: ReactNode;
  eager?: boolean;
}) {
  return (
    <div className="relative aspect-4/5 w-full overflow-hidden rounded-card bg-sunken shadow-card">
      {src ? (
        <SoftImage
          hash={hash}
          src={src}
          alt=""
          width={400}
          height={500}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <div
          aria-hidden
          className={classes("grid size-full place-items-center pb-12 text-3xl font-semibold", groundOf(name))}
        >
          {initialsOf(name)}
        </div>
      )}
      {badge && <div className="absolute top-3 left-3">{badge}</div>}
      {caption && (
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/60 to-transparent px-4 pt-12 pb-3.5 text-white">
          {caption}
        </div>
      )}
      {corner && <div className="absolute right-2.5 bottom-2.5">{corner}</div>}
    </div>
  );
}
