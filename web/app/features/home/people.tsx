import type { MemberCard as Member } from "@serenade/contract/members";
import { useTranslations } from "use-intl/react";
import { MemberCard } from "~/features/members/member-card.tsx";
import { paths } from "~/paths.ts";
import { LinkButton } from "~/ui/button.tsx";

/** The most recently active members of those who chose to be shown to visitors. */
export function People({ members }: { members: Member[] }) {
  const t = useTranslations("home");
  if (members.length === 0) return null;
  return (
    <section className="page grid gap-5 pt-10 lg:pt-14">
      <div>
        <h2 className="text-2xl">{t("people.title")}</h2>
        <p className="text-ink-soft">{t("people.text")}</p>
      </div>
      {/* on a phone a strip to push sideways, the next face in sight */}
      <ul className="-mx-gutter flex snap-x [scrollbar-width:none] scroll-px-gutter gap-3 overflow-x-auto px-gutter sm:gap-4 md:mx-0 md:grid md:grid-cols-3 md:overflow-visible md:px-0 lg:grid-cols-6">
        {members.map((member) => (
          <li key={member.id} className="w-42 shrink-0 snap-start md:w-auto">
            <MemberCard member={member} heading="h3" />
          </li>
        ))}
      </ul>
      <LinkButton to={paths.members()} variant="quiet" icon="search" className="justify-self-start max-sm:w-full">
        {t("start.browse")}
      </LinkButton>
    </section>
  );
}
