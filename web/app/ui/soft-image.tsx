import { type ComponentProps, useEffect, useRef } from "react";
import { thumbHashToDataURL } from "thumbhash";

/**
 * A picture with a blurred preview while it loads: a thumbhash of two dozen bytes, drawn in the browser.
 * The preview is set on the element, because the CSP forbids inline styles in markup.
 */
export function SoftImage({ hash, alt, ...rest }: ComponentProps<"img"> & { hash?: string | null | undefined }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const node = image.current;
    if (!node || !hash || node.complete) return;
    node.style.background = `center / cover url(${thumbHashToDataURL(bytesOf(hash))})`;
    const clear = () => node.style.removeProperty("background");
    node.addEventListener("load", clear, { once: true });
    return () => {
      node.removeEventListener("load", clear);
      clear();
    };
  }, [hash]);
  return <img ref={image} alt={alt} {...rest} />;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
