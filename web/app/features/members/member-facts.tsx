import type { MemberProfile } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { FirstLineButton } from "~/features/chat/first-line.tsx";
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

/** What the member has written, chosen and received; what viewer and member have in common comes first. */
export function MemberFacts({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const { name, about, answers } = profile;
  const lang = profile.locale ?? ""; // "" is unknown
  return (
    <>
      <Shared profile={profile} />
      {(about || answers.length === 0) && (
        <Part title={t("about", { name })}>
          {about ? (
            <p lang={lang} className="max-w-text whitespace-pre-line wrap-anywhere">
              {about}
            </p>
          ) : (
            <p className="text-ink-soft">{t("no_about", { name })}</p>
          )}
        </Part>
      )}
      {answers.map(({ prompt, text }) => (
        <section
          key={prompt}
          className="flex items-end gap-3 rounded-card border border-line bg-surface px-5 py-4 shadow-card"
        >
          <div className="grid min-w-0 flex-1 gap-1.5">
            <h2 className="text-sm font-medium text-ink-soft">{t(`prompts.${prompt}`)}</h2>
            <p lang={lang} className="max-w-text text-lg leading-snug font-medium wrap-anywhere">
              {text}
            </p>
          </div>
          <FirstLineButton profile={profile} about={{ kind: "answer", prompt: t(`prompts.${prompt}`), text }} />
        </section>
      ))}
      <Details profile={profile} />
    </>
  );
}

function Shared({ profile: { shared } }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const i = useTranslations("interests");
  const languages = useLanguageNames();
  if (shared.interests.length + shared.languages.length === 0) return null;
  return (
    <Part title={t("shared")}>
      <div className="flex flex-wrap gap-2">
        {shared.interests.map((interest) => (
          <FactChip key={interest} icon={`interest-${interest}`} strong>
            {i(interest)}
          </FactChip>
        ))}
        {shared.languages.length > 0 && (
          <FactChip icon="globe" strong>
            {t("shared_language", { languages: languages(shared.languages) })}
          </FactChip>
        )}
      </div>
    </Part>
  );
}

/** The API omits what the site does not show; what is shown as shared is not shown twice. */
function Details({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const a = useTranslations("attributes");
  const i = useTranslations("interests");
  const languages = useLanguageNames();
  const facts = (Object.keys(ICONS) as Field[]).flatMap((field) => {
    const value = profile.attributes[field];
    return value ? [{ field, text: a(`${field}.${value}` as "sexuality.bi") }] : [];
  });
  const others = profile.interests.filter((interest) => !profile.shared.interests.includes(interest));
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
        {others.map((interest) => (
          <FactChip key={interest} icon={`interest-${interest}`}>
            {i(interest)}
          </FactChip>
        ))}
      </Chips>
      <Chips title={t("languages")}>
        {profile.languages.map((language) => (
          <FactChip key={language} icon="globe">
            <span className="inline-block first-letter:uppercase">{languages([language])}</span>
          </FactChip>
        ))}
      </Chips>
    </>
  );
}

function useLanguageNames(): (codes: string[]) => string {
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return (codes) => new Intl.ListFormat(locale).format(codes.map((code) => names.of(code) ?? code));
}

function Chips({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Part title={title}>
      <div className="flex flex-wrap gap-2">{children}</div>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
