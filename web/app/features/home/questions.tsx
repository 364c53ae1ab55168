import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Icon } from "~/ui/icon.tsx";

export function Questions({ minAge }: { minAge: number }) {
  const t = useTranslations("home.faq");
  const questions = [
    { question: t("cost"), answer: t("cost_text"), link: { to: paths.pricing(), text: t("pricing") } },
    { question: t("who"), answer: t("who_text", { age: String(minAge) }) },
    { question: t("seen"), answer: t("seen_text") },
  ];
  return (
    <section className="page max-w-[790px] pb-14">
      <h2 className="mb-6 text-center text-2xl">{t("title")}</h2>
      <div className="grid gap-3">
        {questions.map(({ question, answer, link }) => (
          <details key={question} className="group rounded-card border border-line bg-surface">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-card px-5 py-3 font-semibold">
              {question}
              <Icon name="chevron-down" className="move size-5 text-ink-soft group-open:rotate-180" />
            </summary>
            <div className="grid gap-2 px-5 pb-5 text-ink-soft">
              <p>{answer}</p>
              {link && (
                <Link to={link.to} className="inline-flex min-h-11 items-center font-semibold text-link">
                  {link.text}
                </Link>
              )}
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
