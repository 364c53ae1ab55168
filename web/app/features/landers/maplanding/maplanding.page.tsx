import { LandersApi } from "@serenade/contract/landers";
import { isCountry } from "@serenade/contract/locales";
import { PlacesApi, SettingsApi } from "@serenade/contract/site";
import { data, Link } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { requestContext } from "~/context.ts";
import { paths } from "~/paths.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Closing } from "../closing.tsx";
import { type Lander, useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/maplanding.page";
import { drawMap } from "./map-drawing.ts";

/** The country of the address, else the visitor's, else one that speaks the page's language; the shapes are drawn on the server. */
export async function loader(visit: Route.LoaderArgs) {
  const call = await visitorsOnly(visit);
  const [{ geoip_country, geoip_selected_country }, { countries }] = await Promise.all([
    call(SettingsApi.read, { query: {} }),
    call(PlacesApi.regions),
  ]);
  const asked = new URL(visit.request.url).searchParams.get("country");
  const spoken = new Intl.Locale(visit.context.get(requestContext).locale).maximize().region;
  const known = [asked, geoip_selected_country, geoip_country, spoken].find((code) =>
    countries.some((one) => one.code === code),
  );
  const chosen = known ?? countries[0]?.code;
  if (!isCountry(chosen)) throw data(null, { status: 404 });
  const { towns, regions, name } = await call(LandersApi.map, { query: { country: chosen } });
  const byMembers = regions.toSorted((one, other) => (other.members ?? 0) - (one.members ?? 0));
  return {
    country: chosen,
    name,
    // what is named here is hydrated as it is: browsers name places differently
    countries: countries.map((one) => ({ code: one.code, name: one.name })),
    regions: byMembers.map((one) => ({ code: one.code, name: one.name, members: one.members })),
    map: drawMap(towns, regions),
  };
}

export const handle: PageHandle = { storedSeconds: 60 };

type Shown = Route.ComponentProps["loaderData"];

/** A country by night: its towns as lights, and how many members live in each region. */
export default function MapLanding({ loaderData }: Route.ComponentProps) {
  const lander = useLander("maplanding");
  if (!lander) return null;
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-map">
        <div className="page">
          <Words lander={lander} />
          <NightMap {...loaderData} />
        </div>
      </section>
      <Regions {...loaderData} lander={lander} />
      <Closing lander={lander} />
    </div>
  );
}

/** Its numbers are in the list below, too. */
function NightMap({ map: { width, height, lights, discs }, name }: Shown) {
  const t = useTranslations("landers.maplanding");
  const format = useFormatter();
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("picture", { country: name })}>
      <path d={lights} className="lander-lights-wide" />
      <path d={lights} className="lander-lights" />
      {discs.map(({ code, members, x, y, r }) => (
        <g key={code}>
          <circle cx={x} cy={y} r={r} />
          <text x={x} y={y} dy="0.36em">
            {format.number(members)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Regions({ country, name, regions, countries, lander }: Shown & { lander: Lander }) {
  const t = useTranslations("landers.maplanding");
  const { settings, signup, carriedParams } = lander;
  const search = settings.logged_out_search;
  return (
    <section className="page lander-regions">
      <h2>{t("list", { country: name })}</h2>
      <ul>
        {regions.map(({ code, name, members }) => (
          <li key={code}>
            <Link to={search ? paths.members({ ...carriedParams, country, countryregion: code }) : signup}>
              <span>{name}</span>
              <span>{members === null ? t("few") : t("members", { count: members })}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h2>{t("countries")}</h2>
      <ul className="lander-countries">
        {countries
          .filter(({ code }) => code !== country)
          .map(({ code, name }) => (
            <li key={code}>
              <Link
                to={paths.mapLander(lander.slug, { ...carriedParams, country: code })}
                className="chip no-underline"
              >
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
