import { Link, Section, Text } from "react-email";
import type { LetterTexts } from "./letter.tsx";
import { CLASSES, INK_SOFT, LINK, SUNKEN, text } from "./styles.ts";

/** What the letter lists, one link each: a thumb's height apart. */
export function Items({ items }: Pick<LetterTexts, "items">) {
  return (
    <Section
      className={CLASSES.sunken}
      style={{ backgroundColor: SUNKEN, borderRadius: 12, marginTop: 20, padding: "8px 16px" }}
    >
      {items.map(({ label, hint, url }) => (
        <Text key={url} style={{ ...text(16), margin: "10px 0" }}>
          <Link
            href={url}
            className={CLASSES.link}
            style={{ color: LINK, fontWeight: 600, textDecoration: "underline" }}
          >
            {label}
          </Link>
          {hint && (
            <>
              <br />
              <span className={CLASSES.soft} style={{ ...text(14), color: INK_SOFT }}>
                {hint}
              </span>
            </>
          )}
        </Text>
      ))}
    </Section>
  );
}
