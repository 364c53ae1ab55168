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
    <div className="photo-frame">
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
        />
      ) : (
        <div aria-hidden className={classes("photo-initials", groundOf(name))}>
          {initialsOf(name)}
        </div>
      )}
      {badge && <div className="photo-badge">{badge}</div>}
      {caption && <div className="photo-caption">{caption}</div>}
      {corner && <div className="absolute right-2.5 bottom-2.5">{corner}</div>}
    </div>
  );
}
