import { UserApi } from "@serenade/contract/account";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPath, useFetchers, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { AttributionConsent, useParamsInAddress } from "~/features/attribution/attribution-consent.tsx";
import { OutboxHost } from "~/features/chat/outbox-host.tsx";
import { useTimeBonusClock } from "~/features/discounts/time-bonus.ts";
import { LikePopup } from "~/features/likes/like-popup.tsx";
import { MatchHost } from "~/features/likes/match-host.tsx";
import { useCloseNotifications, usePush, usePushWorker } from "~/features/push/push.ts";
import { ownPath, paths } from "~/paths.ts";
import { useAppBadge } from "~/platform/app-badge.ts";
import { call } from "~/platform/call.ts";
import { CHUNK_FAILED } from "~/platform/chunk-failed.ts";
import { useLanguage } from "~/platform/language.ts";
import { memberStorage } from "~/platform/member-storage.ts";
import { usePageHidden } from "~/platform/page-hidden.ts";
import { type LogoutReason, onLogout } from "~/platform/session.ts";
import { useRootData, useSettings } from "~/root-data.ts";
import { ToastRegion, useToast } from "~/ui/toasts.tsx";
import { useCounters } from "./counters.ts";
import { useLiveRefresh } from "./live-refresh.ts";
import { LoadingBar } from "./loading-bar.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { usePeriodicRefresh } from "./periodic-refresh.ts";
import { TimeBonusModal } from "./time-bonus-modal.tsx";

/** Around every page in any layout: toasts, the loading bar, live events, the timers of §4. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <ToastRegion label={t("toasts")} closeLabel={t("dismiss")}>
      <LoadingBar label={t("loading")} />
      <OfflineNotice />
      <Background />
      {children}
      <MatchHost />
      <LikePopup />
      <TimeBonusModal />
      <OutboxHost />
      <AttributionConsent />
    </ToastRegion>
  );
}

function Background() {
  const t = useTranslations("shell");
  const toast = useToast();
  const user = useUser();
  const { location } = useNavigation();
  const navigating = useNavigating();
  const { revalidate } = useRevalidator();
  const { total } = useCounters();
  const settings = useSettings();
  const navigate = useNavigate();

  useLiveRefresh(user?.id);
  usePushWorker(user?.id, settings?.push_public_key, {
    appearance: `${useLanguage()} ${useRootData()?.theme ?? ""}`,
    onOpen: (path) => void navigate(ownPath(path, paths.index())),
  });
  usePeriodicRefresh(user !== null, usePush());
  usePageHidden(user !== null);
  useAppBadge(total);
  useTimeBonusClock();
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
