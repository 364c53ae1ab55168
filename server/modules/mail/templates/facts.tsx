import { Section, Text } from "react-email";
import { CLASSES, INK, INK_SOFT, SUNKEN, text } from "./styles.ts";

/** Device, place, time: name above value, so that long ones wrap on a phone. */
export function Facts({ facts }: { facts: { name: string; value: string }[] }) {
  return (
    <Section
      className={CLASSES.sunken}
      style={{ backgroundColor: SUNKEN, borderRadius: 12, marginTop: 20, padding: "8px 16px" }}
    >
      {facts.map(({ name, value }) => (
        <Text key={name} className={CLASSES.ink} style={{ ...text(16), color: INK, margin: "8px 0" }}>
          <span className={CLASSES.soft} style={{ ...text(13), color: INK_SOFT }}>
            {name}
          </span>
          <br />
          {value}
        </Text>
      ))}
    </Section>
  );
}
