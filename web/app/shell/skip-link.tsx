import { useTranslations } from "use-intl/react";

export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#content"
      className="absolute top-2 left-2 z-70 -translate-y-20 rounded-control bg-primary-strong px-4 py-3 font-semibold text-on-primary-strong focus:translate-y-0"
    >
      {t("skip")}
    </a>
  );
}
