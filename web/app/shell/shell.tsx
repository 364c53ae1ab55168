import { UserApi } from "@serenade/contract/account";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPath, useFetchers, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { AttributionConsent, useParamsInAddress } from "~/features/attribution/attribution-consent.tsx";
import { useCloseNotifications } from "~/features/push/close-notifications.ts";
import { forgetRegistration } from "~/features/push/registration.ts";
import { paths } from "~/paths.ts";
import { useAppBadge } from "~/platform/app-badge.ts";
import { call } from "~/platform/call.ts";
import { CHUNK_FAILED } from "~/platform/chunk-failed.ts";
import { memberStorage } from "~/platform/member-storage.ts";
import { type LogoutReason, onLogout } from "~/platform/session.ts";
import { useRootData } from "~/root-data.ts";
import { ToastRegion, useToast } from "~/ui/toasts.tsx";
import { useCounters } from "./counters.ts";
import { LoadingBar } from "./loading-bar.tsx";
import { OfflineNotice } from "./offline-notice.tsx";

/** What runs for a member beside the page; its code is not needed to show one. */
const MemberBackground = lazy(loadBackground);

const RETRY_MS = 10_000;

/** Tries again when the network is back: without it the page works, but nothing arrives by itself. */
async function loadBackground(): Promise<typeof import("./member-background.tsx")> {
  for (;;) {
    // the chunk guard turns a failure into undefined (inline-scripts/chunk-guard.ts)
    const loaded = await import("./member-background.tsx").catch(() => undefined);
    if (loaded) return loaded;
    await new Promise((resolve) => {
      if (navigator.onLine) setTimeout(resolve, RETRY_MS);
      else window.addEventListener("online", resolve, { once: true });
    });
  }
}

/** Around every page in any layout: toasts, the loading bar, live events, the timers of §4. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <ToastRegion label={t("toasts")} closeLabel={t("dismiss")}>
      <LoadingBar label={t("loading")} />
      <OfflineNotice />
      <Background />
      {children}
      <AfterHydration>
        <MemberBackground />
      </AfterHydration>
      <AttributionConsent />
    </ToastRegion>
  );
}

/** Nothing until React has taken over the page of a member. */
function AfterHydration({ children }: { children: ReactNode }) {
  const member = useUser() !== null;
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated && member && <Suspense fallback={null}>{children}</Suspense>;
}

function Background() {
  const t = useTranslations("shell");
  const toast = useToast();
  const user = useUser();
  const { location } = useNavigation();
  const navigating = useNavigating();
  const { revalidate } = useRevalidator();
  const { total } = useCounters();
  const navigate = useNavigate();

  useAppBadge(total);
  useCloseNotifications(total);
  useFocusOnNavigation();
  useParamsInAddress();
  useClearOtherMembers();

  // the chunk guard reloads into a pending navigation's target
  useEffect(() => {
    window.__pendingHref = location ? createPath(location) : undefined;
  }, [location]);

  const chunkFailed = useEffectEvent(() => toast({ text: t("chunk"), variant: "danger" }));
  const { pathname, search } = useLocation();
  const loggedOut = useEffectEvent(async (reason: LogoutReason) => {
    if (reason === "ended" || !user) return void revalidate();
    // Some actions (confirming an email address) replace the session: calls with the old one are refused before the answer
    // with the new one is here. Leaving now would abandon the action; if the session is really gone, its result says so.
    if (navigating.current) return;
    const now = await call(UserApi.current).catch(() => null);
    if (navigating.current) return;
    if (now && !now.user) void navigate(paths.login({ to: pathname + search }));
    else void revalidate();
  });
  useEffect(() => {
    const failed = () => chunkFailed();
    const stop = onLogout((reason) => void loggedOut(reason));
    window.addEventListener(CHUNK_FAILED, failed);
    return () => {
      stop();
      window.removeEventListener(CHUNK_FAILED, failed);
    };
  }, []);
  return null;
}

/** Whether a navigation or a form is under way. */
function useNavigating() {
  const { state } = useNavigation();
  const fetchers = useFetchers();
  const navigating = useRef(false);
  const now = state !== "idle" || fetchers.some((fetcher) => fetcher.state !== "idle");
  useEffect(() => {
    navigating.current = now;
  }, [now]);
  return navigating;
}

/**
 * Clears the stored data of a member who logs out, or when another member logs in. The entry of a member who has stored
 * a visitor's page of the browser history cannot know that it is outdated (inline-scripts/start-late.ts).
 */
function useClearOtherMembers(): void {
  const root = useRootData();
  const known = root !== undefined; // an error page has no root data, which does not mean logged out
  const member = root?.user?.id ?? null;
  useEffect(() => {
    if (known) memberStorage.clearOthers(member);
    if (member) memberStorage.write(member, "logged-in", "1");
    else if (known) forgetRegistration();
  }, [known, member]);
}

/** After a navigation that removed the focused element, moves the focus to the new page instead of the document's start. */
function useFocusOnNavigation(): void {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (document.activeElement === document.body) document.getElementById("content")?.focus({ preventScroll: true });
  }, [page]);
}
