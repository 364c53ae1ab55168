import type { MemberProfile } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { FactChip } from "~/ui/choice.tsx";

const ICONS = {
  relationship_status: "interest-relationship",
  sexuality: "heart",
  body_type: "user",
  hair_color: "sparkles",
  eye_color: "eye",
  tattoos: "interest-tattoos",
} as const;
type Field = keyof typeof ICONS;

export function About({ profile: { name, about } }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{t("about", { name })}</h2>
      {about ? (
        <p className="max-w-text whitespace-pre-line wrap-anywhere">{about}</p>
      ) : (
        <p className="text-ink-soft">{t("no_about", { name })}</p>
      )}
    </section>
  );
}

/** The member's details. The API omits what the site does not show. */
export function Facts({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const a = useTranslations("attributes");
  const i = useTranslations("interests");
  const languages = new Intl.DisplayNames(useLocale(), { type: "language" });
  const facts = (Object.keys(ICONS) as Field[]).flatMap((field) => {
    const value = profile.attributes[field];
    return value ? [{ field, text: a(`${field}.${value}` as "sexuality.bi") }] : [];
  });
  return (
    <>
      <Chips title={t("facts")}>
        {[
          <FactChip key="gender" icon="user">
            {a(`gender.${profile.gender}`)}
          </FactChip>,
          ...facts.map(({ field, text }) => (
            <FactChip key={field} icon={ICONS[field]}>
              {text}
            </FactChip>
          )),
        ]}
      </Chips>
      <Chips title={t("interests")}>
        {profile.interests.map((interest) => (
          <FactChip key={interest} icon={`interest-${interest}`}>
            {i(interest)}
          </FactChip>
        ))}
      </Chips>
      <Chips title={t("languages")}>
        {profile.languages.map((language) => (
          <FactChip key={language} icon="globe">
            {languages.of(language) ?? language}
          </FactChip>
        ))}
      </Chips>
    </>
  );
}

function Chips({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
