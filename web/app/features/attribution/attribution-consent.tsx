import { useEffect, useRef } from "react";
import { createPath, Form, useLocation, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useRootData } from "~/root-data.ts";
import { Button } from "~/ui/button.tsx";
import { attributionIn, useCarriedParams } from "./attribution.ts";

/** Asks a visitor from a campaign link for consent to store it. No is as easy as yes (product.md 11). */
export function AttributionConsent() {
  const t = useTranslations("alerts.source");
  const location = useLocation();
  const root = useRootData();
  const attribution = attributionIn(new URLSearchParams(location.search));
  if (!root || root.user || root.attribution.answer || Object.keys(attribution).length === 0) return null;
  return (
    <section
      aria-label={t("label")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-float"
    >
      <Form
        method="post"
        action={paths.attributionChoice()}
        className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
      >
        <p className="min-w-60 flex-1 text-sm">{t("text")}</p>
        <input type="hidden" name="back" value={createPath(location)} />
        {Object.entries(attribution).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid w-full grid-cols-2 gap-3 sm:w-80">
          <Button type="submit" name="answer" value="no" variant="quiet" size="small">
            {t("no")}
          </Button>
          <Button type="submit" name="answer" value="yes" variant="quiet" size="small">
            {t("yes")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Without consent only the address carries the parameters from page to page. */
export function useParamsInAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const carriedParams = useCarriedParams();
  const member = useUser() !== null;
  const carried = useRef<Record<string, string>>({});
  useEffect(() => {
    if (member) return;
    if (Object.keys(carriedParams).length > 0) {
      carried.current = carriedParams;
      return;
    }
    if (Object.keys(carried.current).length === 0) return;
    const search = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(carried.current)) search.set(name, value);
    void navigate(`${location.pathname}?${search}${location.hash}`, { replace: true, preventScrollReset: true });
  });
}
