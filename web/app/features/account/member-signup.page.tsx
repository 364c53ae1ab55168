import { UserApi } from "@serenade/contract/account";
import { MemberApi, type MemberId } from "@serenade/contract/members";
import { replace } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import type { Route } from "./+types/member-signup.page";
import { signUp, startOf } from "./sign-up.ts";
import { Closed, HaveAccount, isOpen, SignUpForm } from "./sign-up-form.tsx";

/** Sign-up "to write to {name}" (product.md 3): the message becomes a draft in the chat. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const id = visit.params.id as MemberId;
  const { user } = await call(UserApi.current);
  if (user) throw replace(paths.memberChat(id));
  const { profile } = await call(MemberApi.read, { query: { id } });
  const { name, age, city, main_image } = profile;
  return { start: startOf(visit.request), member: { id, name, age, city, main_image } };
}

export const action = (visit: Route.ActionArgs) => signUp(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => signUp(clientActionApi, request);

export default function MemberSignUp({ loaderData: { start, member }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account.signup");
  const settings = useSettings();
  if (!settings) return null;
  const { name, age, city, main_image: image } = member;
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-12">
      <PageTitle>{t("title_to", { name })}</PageTitle>
      <div className="grid justify-items-center gap-2 text-center">
        <Avatar name={name} src={image && settings.cdn_prefix + image.thumb_filename} size="large" />
        <p className="text-sm text-ink-soft">{[`${name}, ${age}`, city].filter(Boolean).join(" · ")}</p>
        <h1 className="text-2xl">{t("title_to", { name })}</h1>
        <p className="text-ink-soft">{t("lead_to", { name })}</p>
      </div>
      {isOpen(settings, start) ? (
        <SignUpForm settings={settings} start={start} failure={actionData} to={member} />
      ) : (
        <Closed />
      )}
      <HaveAccount />
    </div>
  );
}
