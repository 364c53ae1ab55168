import { UserApi } from "@serenade/contract/account";
import { FINDER_INTERESTS } from "@serenade/contract/limits";
import { type FinderResult, MatchFinderApi } from "@serenade/contract/match-finder";
import { ProfileApi } from "@serenade/contract/members";
import { redirect } from "react-router";
import { useLocale, useTranslations } from "use-intl/react";
import { requestContext } from "~/context.ts";
import { MemberCard } from "~/features/members/member-card.tsx";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/match-finder.page";
import {
  answersIn,
  answersOf,
  cookieValueOf,
  FINDER_COOKIE,
  FINDER_COOKIE_SECONDS,
  isAnswered,
  storedAnswers,
} from "./finder-answers.ts";
import { FinderForm } from "./finder-form.tsx";

/** URL parameter: sign-up has just been completed (§4 Activation reminder). */
const COMPLETE = "api_signup_complete";

/**
 * Five questions in one form with the answers in the URL, for sharing, reloading and use without script. A visitor continues with
 * sign-up; a cookie stores the answers until the first visit as a member.
 */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { setCookie } = visit.context.get(requestContext);
  const params = new URL(visit.request.url).searchParams;
  const { user } = await call(UserApi.current);
  if (user && !isAnswered(params) && !params.has("again")) {
    const stored = storedAnswers(visit.request);
    if (stored) {
      setCookie(FINDER_COOKIE, "", 0);
      if (params.has(COMPLETE)) stored.set(COMPLETE, "1");
      throw redirect(`${paths.matchFinder()}?${stored}`);
    }
  }
  const { questions } = await call(MatchFinderApi.questions);
  const answers = answersIn(params).toString();
  const start = { questions, answers: answers || (user ? await answersOfMember(call) : "") };
  if (!isAnswered(params) || params.has("again")) return { ...start, errors: {}, results: null };
  const checked = answersOf(params);
  if ("errors" in checked) return { ...start, errors: checked.errors, results: null };
  if (!user) {
    setCookie(FINDER_COOKIE, cookieValueOf(params), FINDER_COOKIE_SECONDS);
    const seek = checked.answers.who.map((gender): [string, string] => ["looking_for", gender]);
    throw redirect(`${paths.signup()}?${new URLSearchParams(seek)}`);
  }
  const { results } = await call(MatchFinderApi.open, {
    query: { find: "1", answers: JSON.stringify(checked.answers) },
  });
  return { ...start, errors: {}, results };
}

/** What the profile says already; the member changes what is different this time. */
async function answersOfMember(call: Call): Promise<string> {
  const { looking_for, seek_min_age, seek_max_age, country, interests } = (await call(ProfileApi.read)).profile;
  return new URLSearchParams([
    ...looking_for.map((gender): [string, string] => ["who", gender]),
    ["min_age", String(seek_min_age)],
    ["max_age", String(seek_max_age)],
    ["where", country],
    ...interests.slice(0, FINDER_INTERESTS).map((interest): [string, string] => ["interests", interest]),
  ]).toString();
}

export default function MatchFinder({ loaderData: { questions, answers, errors, results } }: Route.ComponentProps) {
  const t = useTranslations("finder");
  return (
    <div className="page grid gap-6 py-6 sm:py-8">
      <PageTitle description={t("lead")}>{t("title")}</PageTitle>
      {results ? (
        <Results results={results} again={`${paths.matchFinder()}?again=1&${answers}`} />
      ) : (
        <div className="mx-auto grid w-full max-w-text gap-6">
          <CenteredHeading title={t("title")} lead={t("lead")} />
          <FinderForm questions={questions} answers={new URLSearchParams(answers)} errors={errors} />
        </div>
      )}
    </div>
  );
}

function Results({ results, again }: { results: FinderResult[]; again: string }) {
  const t = useTranslations("finder.results");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl">{t("title")}</h1>
          <p className="text-ink-soft">{t("lead")}</p>
        </div>
        <LinkButton to={again} variant="quiet" icon="edit">
          {t("again")}
        </LinkButton>
      </div>
      {results.length === 0 ? (
        <EmptyState
          picture={<Icon name="moon" className="size-9" />}
          title={t("none")}
          action={<LinkButton to={paths.members()}>{t("search")}</LinkButton>}
        >
          {t("none_text")}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-4 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-5">
          {results.map((result, at) => (
            <li key={result.profile.id} className="grid content-start gap-3">
              <MemberCard member={result.profile} eager={at < 4} />
              <Why result={result} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The score and its reasons. */
function Why({ result: { profile, score, reasons } }: { result: FinderResult }) {
  const t = useTranslations("finder.results");
  const i = useTranslations("interests");
  const locale = useLocale();
  // within a line only German nouns have a capital
  const word = (label: string) =>
    locale === "de" ? label : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1);
  return (
    <div className="grid gap-1.5 px-1 text-sm">
      <p className="font-semibold">{t("score", { score: score / 100 })}</p>
      <ul className="grid gap-1 text-ink-soft">
        {reasons.map(({ kind, interests }) => (
          <li key={kind} className="flex gap-1.5">
            <Icon name="check" className="mt-0.5 size-4 text-success" />
            <span className="min-w-0 break-words">
              {t(`why.${kind}`, {
                name: profile.name,
                interests: interests.map((interest) => word(i(interest))).join(", "),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
