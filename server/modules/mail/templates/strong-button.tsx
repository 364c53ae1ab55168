import { Button, Section } from "react-email";
import { CLASSES, STRONG, text } from "./styles.ts";

/** The one thing to do, wide enough for a thumb. */
export function StrongButton({ label, url }: { label: string; url: string }) {
  return (
    <Section style={{ padding: "28px 0 0" }}>
      <Button
        href={url}
        className={CLASSES.strong}
        style={{
          ...text(16),
          lineHeight: 1.25,
          backgroundColor: STRONG,
          color: "#ffffff",
          fontWeight: 600,
          padding: "15px 28px",
          borderRadius: 12,
          textDecoration: "none",
        }}
      >
        {label}
      </Button>
    </Section>
  );
}
