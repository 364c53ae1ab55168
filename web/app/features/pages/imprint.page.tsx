import { PagesApi } from "@serenade/contract/pages";
import { CompanyApi, SettingsApi } from "@serenade/contract/site";
import { useLocale, useTranslations } from "use-intl/react";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import type { Route } from "./+types/imprint.page";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** Who runs the site (§3 Company info). */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const [page, company, { support_email }] = await Promise.all([
    call(PagesApi.read, { query: { token: "imprint" } }),
    call(CompanyApi.read),
    call(SettingsApi.read, { query: {} }),
  ]);
  return { page, company, email: support_email };
}

export default function Imprint({ loaderData: { page, company, email } }: Route.ComponentProps) {
  const t = useTranslations("pages.imprint");
  const countries = new Intl.DisplayNames(useLocale(), { type: "region" });
  const { name, address, city, country, kvk, tradenames, vat_numbers, support_phone } = company;
  const rows: [string, string][] = [
    [t("company"), name],
    [t("trade_names"), tradenames.filter((one) => one !== name).join(", ")],
    [t("address"), [address, city, countries.of(country) ?? country].filter(Boolean).join(", ")],
    [t("registration"), kvk],
    [
      t("vat"),
      Object.entries(vat_numbers)
        .map(([code, number]) => `${countries.of(code) ?? code}: ${number}`)
        .join(", "),
    ],
  ];
  return (
    <PageFrame page={page}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(
          ([label, value]) =>
            value && (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
        )}
        {support_phone && (
          <Fact label={t("phone")}>
            <a href={`tel:${support_phone.replace(/[-\s]/g, "")}`} className="text-link">
              {support_phone}
            </a>
          </Fact>
        )}
        <Fact label={t("email")}>
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
        </Fact>
      </dl>
    </PageFrame>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-semibold text-ink-soft">{label}</dt>
      <dd className="max-sm:-mt-2">{children}</dd>
    </div>
  );
}
