import { createPath, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useRootData } from "~/root-data.ts";
import { Icon } from "~/ui/icon.tsx";

const CHOICES = [
  { theme: "system", icon: "device" },
  { theme: "light", icon: "sun" },
  { theme: "dark", icon: "moon" },
] as const;

/** Light, dark, or the device's theme. A plain form: works without script. */
export function ThemeSwitcher() {
  const t = useTranslations("shell.theme");
  const current = useRootData()?.theme ?? "system";
  return (
    <form method="post" action={paths.appearance()}>
      <input type="hidden" name="back" value={createPath(useLocation())} />
      <fieldset className="flex rounded-full border border-line bg-sunken p-0.5">
        <legend className="sr-only">{t("label")}</legend>
        {CHOICES.map(({ theme, icon }) => (
          <button
            key={theme}
            type="submit"
            name="theme"
            value={theme}
            title={t(theme)}
            aria-label={t(theme)}
            aria-pressed={theme === current}
            className="grid size-11 place-items-center rounded-full text-ink-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-card"
          >
            <Icon name={icon} className="size-5" />
          </button>
        ))}
      </fieldset>
    </form>
  );
}
