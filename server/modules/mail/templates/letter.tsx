/** The one letter that every mail is: the site's name, what it is about, one button, its address in plain, the company. */
import { Body, Container, Head, Heading, Html, Section, Text } from "react-email";
import { Facts } from "./facts.tsx";
import { Foot } from "./foot.tsx";
import { Items } from "./items.tsx";
import { PlainLink } from "./plain-link.tsx";
import { StrongButton } from "./strong-button.tsx";
import { CLASSES, DARK, INK, INK_SOFT, LINE, LINK, PAPER, SURFACE, text } from "./styles.ts";

export interface LetterTexts {
  locale: string;
  site: string;
  title: string;
  body: string;
  /** Small print below the button; empty for none. */
  note: string;
  /** Each with its own link. */
  items: { label: string; hint: string; url: string }[];
  facts: { name: string; value: string }[];
  button: { label: string; url: string; hint: string } | null;
  foot: {
    why: string;
    company: string;
    unsubscribe: { label: string; url: string } | null;
  };
}

export function Letter({ locale, site, title, body, note, items, facts, button, foot }: LetterTexts) {
  return (
    <Html lang={locale} dir="ltr">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Body className={CLASSES.paper} style={{ backgroundColor: PAPER, margin: 0, padding: 0 }}>
        <Container style={{ maxWidth: 520, padding: "32px 16px" }}>
          <Text className={CLASSES.link} style={{ ...text(20), fontWeight: 700, color: LINK, margin: "0 8px 16px" }}>
            {site}
          </Text>
          <Section
            className={CLASSES.surface}
            style={{ backgroundColor: SURFACE, border: `1px solid ${LINE}`, borderRadius: 16, padding: "32px 28px" }}
          >
            <Heading
              as="h1"
              className={CLASSES.ink}
              style={{ ...text(24), lineHeight: 1.3, fontWeight: 700, color: INK, margin: "0 0 16px" }}
            >
              {title}
            </Heading>
            <Text className={CLASSES.ink} style={{ ...text(16), color: INK, margin: 0 }}>
              {body}
            </Text>
            {items.length > 0 && <Items items={items} />}
            {facts.length > 0 && <Facts facts={facts} />}
            {button && <StrongButton label={button.label} url={button.url} />}
            {note && (
              <Text className={CLASSES.soft} style={{ ...text(14), color: INK_SOFT, margin: "24px 0 0" }}>
                {note}
              </Text>
            )}
            {button && <PlainLink hint={button.hint} url={button.url} />}
          </Section>
          <Foot {...foot} />
        </Container>
      </Body>
    </Html>
  );
}
