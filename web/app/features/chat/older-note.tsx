import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import type { Older } from "./message-list.tsx";

/** Above the first message: loading more, more is hidden, or the beginning. Always 80 px high. */
export function OlderNote({ older, hidden }: { older: Older; hidden: number }) {
  const t = useTranslations("chat");
  return (
    <div className="flex h-20 shrink-0 flex-wrap content-center items-center justify-center gap-x-2 text-center text-sm text-ink-soft">
      {older.failed ? (
        <>
          {t("older_failed")}
          <Button variant="bare" size="small" onClick={() => older.load()}>
            {t("again")}
          </Button>
        </>
      ) : older.exist ? (
        older.loading && <Spinner label={t("older")} />
      ) : hidden > 0 ? (
        <>
          {t("hidden", { count: hidden })}
          <Link to={paths.premium()} className="inline-flex min-h-6 items-center font-semibold text-link">
            {t("hidden_link")}
          </Link>
        </>
      ) : (
        t("beginning")
      )}
    </div>
  );
}
