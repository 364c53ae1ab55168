import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";

/** The site's name with its mark, a moon over two notes; leads home. */
export function SiteMark({ className }: { className?: string }) {
  const t = useTranslations("shell.nav");
  const name = useSettings()?.name;
  return (
    <Link
      to={paths.index()}
      aria-label={name ? `${name}, ${t("home")}` : t("home")}
      className={classes("flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight no-underline", className)}
    >
      <Mark className="size-8" />
      <span>{name}</span>
    </Link>
  );
}

function Mark({ className }: { className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="9" className="fill-night" />
      <path d="M22.6 18.9A8.6 8.6 0 1 1 13.1 7.4a7 7 0 0 0 9.5 11.5Z" className="fill-secondary" />
      <circle cx="22.2" cy="10.4" r="2.1" className="fill-primary" />
    </svg>
  );
}
