import { UserApi } from "@serenade/contract/account";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPath, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { OutboxHost } from "~/features/chat/outbox-host.tsx";
import { LikePopup } from "~/features/likes/like-popup.tsx";
import { MatchHost } from "~/features/likes/match-host.tsx";
import { useAppBadge } from "~/kernel/app-badge.ts";
import { call } from "~/kernel/call.ts";
import { CHUNK_FAILED } from "~/kernel/chunk-guard.ts";
import { useLanguage } from "~/kernel/language.ts";
import { useLiveConnection } from "~/kernel/live.ts";
import { forgetOthers } from "~/kernel/own-storage.ts";
import { usePageHidden } from "~/kernel/page-hidden.ts";
import { usePush, usePushWorker, useShownNotices } from "~/kernel/push.ts";
import { useCounters, useRootData, useSettings, useUser } from "~/kernel/queries.ts";
import { usePeriodicRefresh } from "~/kernel/refresh.ts";
import { type LogoutReason, onLogout } from "~/kernel/session.ts";
import { ownPath, paths } from "~/paths.ts";
import { ToastRegion, useToast } from "~/ui/toasts.tsx";
import { LoadingBar } from "./loading-bar.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { SourceNotice, useSourceInAddress } from "./source-notice.tsx";

/** What is around every page, whatever its layout: notices, the loading bar, live events, the timers of §4. */
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
      <OutboxHost />
      <SourceNotice />
    </ToastRegion>
  );
}

function Background() {
  const t = useTranslations("shell");
  const tell = useToast();
  const user = useUser();
  const { location } = useNavigation();
  const { revalidate } = useRevalidator();
  const { total } = useCounters();
  const settings = useSettings();
  const navigate = useNavigate();

  useLiveConnection(user?.id);
  usePushWorker(user?.id, settings?.push_public_key, {
    look: `${useLanguage()} ${useRootData()?.theme ?? ""}`,
    onOpen: (path) => void navigate(ownPath(path, paths.index())),
  });
  usePeriodicRefresh(user !== null, usePush());
  usePageHidden(user !== null);
  useAppBadge(total);
  useShownNotices(total);
  useKeptFocus();
  useSourceInAddress();
  useOwnStorageOnly();

  // the guard goes to where a navigation leads
  useEffect(() => {
    window.__pendingHref = location ? createPath(location) : undefined;
  }, [location]);

  const chunkFailed = useEffectEvent(() => tell({ text: t("chunk"), look: "danger" }));
  const { pathname, search } = useLocation();
  const loggedOut = useEffectEvent(async (reason: LogoutReason) => {
    if (reason === "ended" || !user) return void revalidate();
    // confirming an address, say, replaces the session, and what was under way with the old one is refused
    const now = await call(UserApi.current).catch(() => null);
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

/** What this browser keeps of a member goes when they log out, or somebody else logs in. */
function useOwnStorageOnly(): void {
  const root = useRootData();
  const known = root !== undefined; // an error page knows nobody, which is not the same as nobody being there
  const member = root?.user?.id ?? null;
  useEffect(() => {
    if (known) forgetOthers(member);
  }, [known, member]);
}

/** What had the focus is gone with the page that it was on: then it goes to the new page, not back to the start of the document. */
function useKeptFocus(): void {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (document.activeElement === document.body) document.getElementById("content")?.focus({ preventScroll: true });
  }, [page]);
}
