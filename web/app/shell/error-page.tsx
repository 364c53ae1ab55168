import { useEffect } from "react";
import { createPath, isRouteErrorResponse, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { buttonClasses } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { PageTitle } from "./page-title.tsx";

/** The error page of §2: the message, the status (500 unless known), and on 404 the way home. Without a network, no error. */
export function ErrorPage({ error, alone = false }: { error: unknown; alone?: boolean }) {
  const content = isNetworkFailure(error) ? <OfflinePage /> : <Failure error={error} />;
  return alone ? <main id="content">{content}</main> : content;
}

/** A loader that found no connection: fetch throws a TypeError, our calls a failure without a status. */
const isNetworkFailure = (error: unknown): boolean =>
  !import.meta.env.SSR &&
  ((isCallFailure(error) && error.code === "network") ||
    (error instanceof TypeError && (!navigator.onLine || /fetch|network|load failed/i.test(error.message))));

/** In place of a page that could not be loaded; it loads as soon as the connection is back. */
function OfflinePage() {
  const t = useTranslations("shell.error");
  const here = createPath(useLocation());
  useEffect(() => {
    const load = () => location.replace(here);
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [here]);
  return (
    <div className="page grid min-h-[60vh] place-items-center py-16">
      <PageTitle>{t("offline")}</PageTitle>
      <div className="grid max-w-modal justify-items-center gap-4 text-center">
        <span className="grid size-24 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
          <Icon name="wifi-off" className="size-10" />
        </span>
        <h1 className="text-xl sm:text-2xl">{t("offline")}</h1>
        <p className="text-ink-soft">{t("offline_hint")}</p>
        <a href={here} className={buttonClasses({ variant: "primary" })}>
          <Icon name="refresh" className="size-5" />
          {t("retry")}
        </a>
      </div>
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  const t = useTranslations("shell.error");
  const here = useLocation();
  const { status, message } = describe(error);
  const missing = status === 404;
  const text = missing ? t("not_found") : (message ?? t("generic"));
  return (
    <div className="page grid min-h-[60vh] place-items-center py-16">
      <PageTitle>{text}</PageTitle>
      <div className="grid max-w-modal justify-items-center gap-4 text-center">
        <Lantern missing={missing} />
        <p className="text-sm font-semibold tracking-wide text-ink-soft">{t("code", { status: String(status) })}</p>
        <h1 className="text-xl sm:text-2xl">{text}</h1>
        <p className="text-ink-soft">
          {missing ? t("not_found_hint") : status === 403 ? t("forbidden_hint") : t("generic_hint")}
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <a href={paths.index()} className={buttonClasses({ variant: missing ? "primary" : "quiet" })}>
            <Icon name="home" className="size-5" />
            {t("home")}
          </a>
          {!missing && status !== 403 && (
            <a href={createPath(here)} className={buttonClasses({ variant: "primary" })}>
              <Icon name="refresh" className="size-5" />
              {t("retry")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

function describe(error: unknown): { status: number; message?: string } {
  if (isRouteErrorResponse(error)) {
    const message = (error.data as { message?: unknown } | null)?.message;
    return { status: error.status, ...(typeof message === "string" && message && { message }) };
  }
  if (isCallFailure(error)) return { status: error.status || 500, message: error.message };
  return { status: 500 };
}

/** A lantern whose light is out (or flickers). */
function Lantern({ missing }: { missing: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 120 120" className="size-28">
      <circle cx="60" cy="64" r="50" className={missing ? "fill-primary-soft" : "fill-secondary-soft"} />
      <g fill="none" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" className="stroke-ink">
        <path d="M60 10v14M46 34h28M50 34l-8 16v34h36V50l-8-16M38 90h44" />
      </g>
      <path
        d="M60 56c7 9 9 13 9 17a9 9 0 0 1-18 0c0-4 2-8 9-17Z"
        className={missing ? "fill-line" : "fill-secondary"}
      />
    </svg>
  );
}
