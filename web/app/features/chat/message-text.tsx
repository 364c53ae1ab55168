import { partsOf } from "./contact-data.ts";

/** The words of a message. Addresses of pages are links only where the two have answered each other; they open beside this page. */
export function MessageText({ text, links }: { text: string; links: boolean }) {
  if (!links) return text;
  return partsOf(text).map(({ text: part, href }, at) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline underline-offset-2"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );
}
