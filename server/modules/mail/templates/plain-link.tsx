import { Link, Section, Text } from "react-email";
import { CLASSES, INK_SOFT, LINE, LINK, text } from "./styles.ts";

/** Where the button leads, to read before pressing it, and to copy where buttons do not work. */
export function PlainLink({ hint, url }: { hint: string; url: string }) {
  return (
    <Section
      // the plain text has the address beside the button's words already
      data-skip-in-text="true"
      className={CLASSES.line}
      style={{ borderTop: `1px solid ${LINE}`, marginTop: 24, paddingTop: 16 }}
    >
      <Text className={CLASSES.soft} style={{ ...text(13), color: INK_SOFT, margin: 0 }}>
        {hint}
      </Text>
      <Link
        href={url}
        className={CLASSES.link}
        style={{ ...text(13), color: LINK, wordBreak: "break-all", textDecoration: "underline" }}
      >
        {url}
      </Link>
    </Section>
  );
}
