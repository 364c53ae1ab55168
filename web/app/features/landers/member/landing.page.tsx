import { UserApi } from "@serenade/contract/account";
import { MemberApi, type MemberId } from "@serenade/contract/members";
import { PlacesApi } from "@serenade/contract/site";
import type { ReactNode } from "react";
import { redirect } from "react-router";
import { useLocale, useTranslations } from "use-intl/react";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { paths } from "~/paths.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import type { Route } from "./+types/landing.page";
import { copyOf } from "./landing-copy.ts";

/** Three layouts of one teaser, selected by the URL. Works without script. */
export const handle: PageHandle = { noJs: true };

/**
 * The public part of a profile: name, age, region and the main photo. A member who is not shown to visitors is visible to members
 * only, so the page redirects to login.
 */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const id = visit.params.id as MemberId;
  const { user } = await call(UserApi.current);
  if (user) throw redirect(paths.member(id));
  const [{ profile }, { countries }] = await Promise.all([
    call(MemberApi.read, { query: { id } }),
    call(PlacesApi.regions),
  ]);
  const { name, age, country, countryregion, main_image, fictional } = profile;
  const home = countries.find(({ code }) => code === country);
  const region = home?.regions.find(({ code }) => code === countryregion)?.name ?? null;
  const layout = /\/landing([23]?)/.exec(new URL(visit.request.url).pathname)?.[1] || "1";
  const { slug } = visit.params as { slug?: string };
  return { teaser: { id, name, age, country, region, main_image, fictional }, layout, copy: copyOf(slug) };
}

type Teaser = Awaited<ReturnType<typeof loader>>["teaser"];

export default function MemberLanding({ loaderData: { teaser, layout, copy } }: Route.ComponentProps) {
  const t = useTranslations("landing");
  // a name stays on one line where it fits
  const name = teaser.name.replaceAll(" ", "\u00a0");
  const texts = { title: t(`copies.${copy}.title`, { name }), text: t(`copies.${copy}.text`, { name }) };
  const Layout = LAYOUTS[layout as keyof typeof LAYOUTS];
  return (
    <>
      <PageTitle description={texts.text}>{t("title", { name })}</PageTitle>
      <Layout teaser={teaser} {...texts} />
    </>
  );
}

interface TeaserProps {
  teaser: Teaser;
  title: string;
  text: string;
}

/** The photo beside the text. */
function Portrait({ teaser, title, text }: TeaserProps) {
  return (
    <div className="page grid items-center gap-8 wrap-anywhere py-8 md:grid-cols-2 md:gap-12 md:py-14">
      <div className="mx-auto w-full max-w-[420px]">
        <Photo teaser={teaser} caption={<Facts teaser={teaser} />} />
      </div>
      <div className="grid gap-5 max-md:text-center md:[&_p]:text-left">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        <p className="text-lg text-ink-soft">{text}</p>
        <Write teaser={teaser} />
        <Shown teaser={teaser} />
      </div>
    </div>
  );
}

/** Full-width night scene with the photo in the middle. */
function Night({ teaser, title, text }: TeaserProps) {
  return (
    <div className="bg-night px-4 py-10 wrap-anywhere text-on-night sm:py-16">
      <div className="mx-auto grid max-w-form justify-items-center gap-6 text-center">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        <div className="w-full max-w-[300px] -rotate-2 rounded-card ring-4 ring-on-night/90">
          <Photo teaser={teaser} caption={<Facts teaser={teaser} />} />
        </div>
        <p className="text-lg text-on-night-soft">{text}</p>
        <Write teaser={teaser} night />
        <Shown teaser={teaser} night />
      </div>
    </div>
  );
}

/** A card with the photo and the next steps. */
function Steps({ teaser, title, text }: TeaserProps) {
  const t = useTranslations("landing");
  const { name } = teaser;
  return (
    <div className="page grid max-w-text gap-6 py-8 wrap-anywhere sm:py-12">
      <Card className="grid items-center gap-5 p-4 sm:grid-cols-[220px_1fr] sm:p-6">
        <div className="mx-auto w-full max-w-[220px]">
          <Photo teaser={teaser} />
        </div>
        <div className="grid gap-3 max-sm:text-center">
          <h1 className="text-2xl">{title}</h1>
          <p className="font-semibold">
            <Facts teaser={teaser} />
          </p>
          <p className="text-ink-soft">{text}</p>
        </div>
      </Card>
      <section className="grid gap-3">
        <h2 className="text-lg">{t("steps.title")}</h2>
        <ol className="grid gap-2">
          {[t("steps.join"), t("steps.write", { name }), t("steps.meet")].map((step, at) => (
            <li key={step} className="flex items-center gap-3">
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-on-primary-soft">
                {at + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      <Write teaser={teaser} />
      <div className="text-center">
        <Shown teaser={teaser} />
      </div>
    </div>
  );
}

const LAYOUTS = { "1": Portrait, "2": Night, "3": Steps };

function Photo({ teaser: { name, main_image: image, fictional }, caption }: { teaser: Teaser; caption?: ReactNode }) {
  const cdn = useSettings()?.cdn_prefix ?? "";
  return (
    <PhotoFrame
      name={name}
      src={image && cdn + image.filename}
      eager
      badge={fictional && <FictionalBadge />}
      caption={caption && <span className="font-semibold">{caption}</span>}
    />
  );
}

/** Age and region, or the country if the region is unknown. */
function Facts({ teaser: { age, region, country } }: { teaser: Teaser }) {
  const t = useTranslations("landing");
  const countries = new Intl.DisplayNames(useLocale(), { type: "region" });
  return t("region_age", { age: String(age), region: region ?? countries.of(country) ?? country });
}

function Write({ teaser: { id, name }, night = false }: { teaser: Teaser; night?: boolean }) {
  const t = useTranslations("landing");
  return (
    <div className="grid gap-2">
      <LinkButton to={paths.memberSignup(id)} variant="call" size="large" icon="message" wide>
        {t("write", { name })}
      </LinkButton>
      <p className={classes("text-center text-sm", night ? "text-on-night-soft" : "text-ink-soft")}>{t("free")}</p>
    </div>
  );
}

function Shown({ teaser: { name }, night = false }: { teaser: Teaser; night?: boolean }) {
  const t = useTranslations("landing");
  return <p className={classes("text-sm", night ? "text-on-night-soft" : "text-ink-soft")}>{t("about", { name })}</p>;
}
