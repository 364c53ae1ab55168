import { UserApi } from "@serenade/contract/account";
import { LikesApi } from "@serenade/contract/likes";
import type { MemberCard, MemberId } from "@serenade/contract/members";
import { SignupMatchesApi } from "@serenade/contract/search";
import { Form, redirect, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { withLikesSent } from "~/features/likes/likes-sent.ts";
import { storedAnswers } from "~/features/search/finder-answers.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { SiteMark } from "~/shell/site-mark.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import type { Route } from "./+types/signup-matches.page";

/** The first matches: up to twelve, a like for each that is ticked, then the search (product.md 10). */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { user } = await call(UserApi.current);
  if (!user) throw toLogin(visit.request);
  const { profiles } = await call(SignupMatchesApi.list);
  return { profiles, next: nextOf(visit.request) };
}

/** The search, or the match finder if it was started before; the URL marks that sign-up has just been completed. */
function nextOf(request: Request): string {
  const complete = new URL(request.url).searchParams.has("api_signup_complete");
  const query = complete ? { api_signup_complete: 1 } : {};
  return storedAnswers(request) ? paths.matchFinder(query) : paths.members(query);
}

/** Likes are idempotent, so submitting the form twice is harmless. */
async function likeTicked(call: Call, request: Request) {
  const fields = await request.formData();
  const ids = fields.getAll("like");
  try {
    for (const id of ids) await call(LikesApi.like, { body: { id: String(id) as MemberId } });
  } catch (error) {
    return formFailureOf(fields, error);
  }
  return redirect(withLikesSent(ownPath(fields.get("next"), nextOf(request)), ids.length));
}

export const action = (visit: Route.ActionArgs) => likeTicked(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => likeTicked(clientActionApi, request);

export default function SignupMatches({ loaderData: { profiles, next }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account.matches");
  const busy = useNavigation().state !== "idle";
  const failure = isFormFailure(actionData) ? actionData : undefined;
  return (
    <div className="page grid gap-6 pt-4 pb-28">
      <PageTitle>{t("title")}</PageTitle>
      <SiteMark className="justify-self-center" />
      {profiles.length === 0 ? (
        <EmptyState
          picture={<Icon name="moon" className="size-9" />}
          title={t("none")}
          action={<LinkButton to={next}>{t("on")}</LinkButton>}
        >
          {t("none_text")}
        </EmptyState>
      ) : (
        <Form method="post" className="grid gap-6">
          <input type="hidden" name="next" value={next} />
          <CenteredHeading title={t("title")} lead={t("lead")} />
          <fieldset className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 lg:grid-cols-4">
            <legend className="sr-only">{t("title")}</legend>
            {profiles.map((member, at) => (
              <Candidate key={member.id} member={member} eager={at < 4} />
            ))}
          </fieldset>
          <FormMessage>{failure?.message}</FormMessage>
          <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-ground/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-sm">
            <div className="page flex max-w-form items-center gap-3 py-3">
              <LinkButton to={next} variant="bare">
                {t("skip")}
              </LinkButton>
              <Button
                type="submit"
                variant="call"
                size="large"
                icon="heart"
                className="min-w-0 flex-1 px-3!"
                busy={busy}
              >
                {t("like")}
              </Button>
            </div>
          </div>
        </Form>
      )}
    </div>
  );
}

/** The whole picture is the checkbox. Nothing is pre-ticked. */
function Candidate({ member, eager }: { member: MemberCard; eager: boolean }) {
  const t = useTranslations("account.matches");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { id, name, age, city, main_image: image } = member;
  return (
    <div className="group relative rounded-card has-checked:outline-4 has-checked:outline-secondary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <PhotoFrame
        name={name}
        src={image && cdn + image.thumb_filename}
        eager={eager}
        caption={
          <span className="grid">
            <span className="member-name">
              <b>
                <span className="truncate">{name}</span>
                {`, ${age}`}
              </b>
            </span>
            <span className="truncate text-sm text-white/90">{city}</span>
          </span>
        }
      />
      <span
        aria-hidden
        className="move absolute top-2 right-2 grid size-10 place-items-center rounded-full bg-black/50 text-white group-has-checked:bg-secondary group-has-checked:text-on-secondary"
      >
        <Icon name="heart" className="size-6 group-has-checked:hidden" />
        <Icon name="heart-filled" className="hidden size-6 group-has-checked:block" />
      </span>
      <label className="absolute inset-0 cursor-pointer">
        <input
          type="checkbox"
          name="like"
          value={id}
          aria-label={t("one", { name, age: String(age) })}
          className="sr-only top-1/2 left-1/2"
        />
      </label>
    </div>
  );
}
