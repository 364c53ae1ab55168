import { partsOf } from "./contact-data.ts";

/** The text of a message. URLs are links only after both members have written; they open in a new tab. */
export function MessageText({ text, links }: { text: string; links: boolean }) {
  if (!links) return text;
  return partsOf(text).map(({ text: part, href }, at) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
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
