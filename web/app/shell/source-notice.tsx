import { useEffect, useRef } from "react";
import { createPath, Form, useLocation, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useRootData, useUser } from "~/kernel/queries.ts";
import { sourceIn, useTravelling } from "~/kernel/source.ts";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";

/** Asks a visitor who came by somebody's link whether that may be remembered. No is as easy as yes (product.md 11). */
export function SourceNotice() {
  const t = useTranslations("account.source");
  const location = useLocation();
  const root = useRootData();
  const source = sourceIn(new URLSearchParams(location.search));
  if (!root || root.user || root.source.answer || Object.keys(source).length === 0) return null;
  return (
    <section
      aria-label={t("label")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-float"
    >
      <Form
        method="post"
        action={paths.sourceChoice()}
        className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
      >
        <p className="min-w-60 flex-1 text-sm">{t("text")}</p>
        <input type="hidden" name="back" value={createPath(location)} />
        {Object.entries(source).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid w-full grid-cols-2 gap-3 sm:w-80">
          <Button type="submit" name="answer" value="no" look="quiet" size="small">
            {t("no")}
          </Button>
          <Button type="submit" name="answer" value="yes" look="quiet" size="small">
            {t("yes")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** While nobody has said yes, the address alone carries it from page to page. */
export function useSourceInAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const travelling = useTravelling();
  const member = useUser() !== null;
  const seen = useRef<Record<string, string>>({});
  useEffect(() => {
    if (member) return;
    if (Object.keys(travelling).length > 0) {
      seen.current = travelling;
      return;
    }
    if (Object.keys(seen.current).length === 0) return;
    const search = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(seen.current)) search.set(name, value);
    void navigate(`${location.pathname}?${search}${location.hash}`, { replace: true, preventScrollReset: true });
  });
}
