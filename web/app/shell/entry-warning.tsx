import { useEffect, useRef } from "react";
import { createPath, useLocation, useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import entryWarning from "~/inline-scripts/entry-warning.ts?inline-script";
import { paths } from "~/paths.ts";
import { InlineScript } from "~/platform/inline-script.tsx";
import { useRootData } from "~/root-data.ts";
import { Button } from "~/ui/button.tsx";

/** Layouts other than the default one warn in these countries only (§2 Layouts). */
export const ENTRY_WARNING_ELSEWHERE = ["NL", "DE"] as const;

/** Pages that a visitor who does not want to enter, or wants to read first, can open. */
const OPEN = new Set([
  "lang-config",
  "ban",
  "terms",
  "privacy",
  "cookies",
  "imprint",
  "complaints",
  "service",
  "safety",
]);

/**
 * §2 Site-entry warning: for visitors whose country the site serves, until they enter; not in an installed app, and not where the
 * site has turned it off. `only` limits it to some countries.
 */
export function EntryWarning({ only }: { only?: readonly string[] }) {
  const t = useTranslations("shell.entry");
  const location = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const isDue = useIsDue(only);
  // on a page that React has opened, where the inline script has not run
  useEffect(() => {
    if (!isDue || !dialog.current || dialog.current.matches(":modal")) return;
    dialog.current.close();
    showModally(dialog.current);
  }, [isDue]);
  const root = useRootData();
  if (!isDue || !root) return null;
  const { name: site, min_age } = root.settings;
  const age = String(min_age);
  return (
    <>
      <dialog
        ref={dialog}
        id="entry-warning"
        open
        suppressHydrationWarning
        aria-labelledby="entry-warning-title"
        onCancel={(event) => event.preventDefault()}
        onClose={({ currentTarget }) => showModally(currentTarget)}
        className="entry-warning"
      >
        <form
          method="post"
          action={paths.entry()}
          className="grid gap-4 rounded-card bg-raised p-6 text-ink shadow-float"
        >
          <h2 id="entry-warning-title" className="text-xl">
            {t("title")}
          </h2>
          <p>{t("text", { site, age })}</p>
          <input type="hidden" name="back" value={createPath(location)} />
          <Button type="submit" name="answer" value="enter" wide autoFocus className="mt-2">
            {t("enter", { age })}
          </Button>
          <Button type="submit" name="answer" value="leave" variant="quiet" wide>
            {t("leave")}
          </Button>
        </form>
      </dialog>
      <InlineScript code={entryWarning} />
    </>
  );
}

function showModally(dialog: HTMLDialogElement): void {
  if (!dialog.open && !matchMedia("(display-mode: standalone)").matches) dialog.showModal();
}

function useIsDue(only: readonly string[] | undefined): boolean {
  const root = useRootData();
  const page = useMatches().at(-1)?.id ?? "";
  if (!root || root.user || root.entered || root.settings.enable_site_entry_popup === "no" || OPEN.has(page))
    return false;
  const { geoip_selected_country, geoip_country, countries } = root.settings;
  const country = geoip_selected_country ?? geoip_country;
  return country !== null && countries.some((served) => served === country) && (only?.includes(country) ?? true);
}
