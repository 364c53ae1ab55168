import type { OwnProfile } from "@serenade/contract/members";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Icon } from "~/ui/icon.tsx";
import { completenessOf, SECTIONS } from "./completeness.ts";

/** "Profile 60 %" and the next thing to add, which leads to its section of the profile. */
export function CompletenessBar({ profile }: { profile: OwnProfile }) {
  const t = useTranslations("profile.completeness");
  const { percent, next } = completenessOf(profile);
  const label = t("label", { percent: percent / 100 });
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{label}</p>
      <progress
        value={percent}
        max={100}
        aria-label={label}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary-strong [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary-strong"
      />
      {next ? (
        <Link
          to={{ pathname: paths.profile(), hash: SECTIONS[next] }}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-link"
        >
          <Icon name="plus" className="size-5" />
          {t(`next.${next}`)}
        </Link>
      ) : (
        <p className="text-sm text-ink-soft">{t("done")}</p>
      )}
    </div>
  );
}
