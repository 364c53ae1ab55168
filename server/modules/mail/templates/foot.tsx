import { Link, Section, Text } from "react-email";
import type { LetterTexts } from "./letter.tsx";
import { CLASSES, INK_SOFT, LINK, text } from "./styles.ts";

/** Why this mail came, who sent it, and the way out where there is one. */
export function Foot({ why, company, unsubscribe }: LetterTexts["foot"]) {
  const words = { ...text(13), color: INK_SOFT, margin: "0 0 8px" };
  return (
    <Section style={{ padding: "20px 8px 0" }}>
      <Text className={CLASSES.soft} style={words}>
        {why}
      </Text>
      <Text className={CLASSES.soft} style={words}>
        {company}
      </Text>
      {unsubscribe && (
        <Link href={unsubscribe.url} className={CLASSES.link} style={{ ...text(13), color: LINK }}>
          {unsubscribe.label}
        </Link>
      )}
    </Section>
  );
}
