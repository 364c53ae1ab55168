import { UserApi } from "@serenade/contract/account";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { call } from "./call.ts";
import { isCallFailure } from "./call-failure.ts";
import { noteHeard } from "./heard.ts";
import { workerUrl } from "./trusted-types.ts";

/**
 * §4 Push states. "install" is one of "not capable": on an iPhone only the app on the home screen can.
 * `unknown` until the browser has been asked.
 */
export type PushState = "unknown" | "incapable" | "install" | "off" | "on" | "denied";

export interface PushMessage {
  title?: string;
  url?: string;
}

interface Push {
  state: PushState;
  /** What arrived last while this page was open (§3); another object for each. */
  lastMessage: PushMessage | null;
}

/** Of which member and address this tab has told the server. */
const TOLD = "push-told";
/** Kept when the member logs out: the next one at this browser is asked anew. */
const TURNED_ON_BY = "push-turned-on-by";
/** In which language and light the offline page was kept. */
const OFFLINE = "offline-page";

const UNKNOWN: Push = { state: "unknown", lastMessage: null };
let push = UNKNOWN;
const listeners = new Set<() => void>();

function set(change: Partial<Push>): void {
  push = { ...push, ...change };
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Push as §3 has it, in this browser. */
export function usePush() {
  const { state, lastMessage } = useSyncExternalStore(
    listen,
    () => push,
    () => UNKNOWN,
  );
  const isCapable = state === "off" || state === "on" || state === "denied";
  return { state, isCapable, isSubscribed: state === "on", lastMessage };
}

/** Registers the worker for a member, finds out how things stand, and tells the server of a subscription that it may not know. */
export function usePushWorker(
  member: string | undefined,
  publicKey: string | null | undefined,
  { look, onOpen }: { look: string; onOpen: (path: string) => void },
) {
  useEffect(() => {
    if (!member) return forget(TOLD);
    void start(member, publicKey ?? null).catch(() => set({ state: "incapable" }));
  }, [member, publicKey]);

  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (!member || !navigator.serviceWorker) return;
    const hear = ({ data, ports }: MessageEvent<{ type: string; message?: PushMessage; path?: string }>) => {
      if (data.type === "push") {
        noteHeard();
        set({ lastMessage: { ...data.message } });
      }
      if (data.type === "open" && data.path) {
        ports[0]?.postMessage("going");
        open(data.path);
      }
    };
    navigator.serviceWorker.addEventListener("message", hear);
    navigator.serviceWorker.startMessages();
    return () => navigator.serviceWorker.removeEventListener("message", hear);
  }, [member]);

  useEffect(() => {
    if (member) void keepOfflinePage(look).catch(() => {});
  }, [member, look]);
}

/** What has been read need not stand on the screen any longer, nor what is of somebody who has logged out. */
export function useShownNotices(unread: number) {
  useEffect(() => {
    if (unread > 0) return;
    const close = async () => {
      const registration = await navigator.serviceWorker?.getRegistration();
      for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
    };
    void close().catch(() => {});
  }, [unread]);
}

let asked: { member: string; publicKey: string } | null = null;

async function start(member: string, publicKey: string | null): Promise<void> {
  const capable = publicKey && navigator.serviceWorker && "PushManager" in window && "Notification" in window;
  // What needs no worker to be known is said at once, so that a notice about it does not come late and push the page down.
  if (!capable) set({ state: withoutPush() });
  else if (Notification.permission !== "granted")
    set({ state: Notification.permission === "denied" ? "denied" : "off" });
  const registration = await navigator.serviceWorker?.register(workerUrl(), { scope: "/", updateViaCache: "none" });
  if (!capable) return;
  asked = { member, publicKey };
  await look(registration);
  const permission = await navigator.permissions?.query({ name: "notifications" }).catch(() => null);
  if (permission) permission.onchange = () => void look(registration).catch(() => {});
}

/** How it stands: what the browser allows, and what it holds. */
async function look(registration: ServiceWorkerRegistration): Promise<void> {
  if (Notification.permission === "denied") return set({ state: "denied" });
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription || Notification.permission !== "granted") return set({ state: "off" });
  // Who turned it on here was somebody else: nobody is told about on a shared screen who did not ask for it.
  if (localStorage.getItem(TURNED_ON_BY) !== (await markOf(asked!.member))) {
    await subscription.unsubscribe();
    return set({ state: "off" });
  }
  try {
    await tell(await renewed(registration, subscription));
  } catch (error) {
    // A push service that the server does not know brings nothing. Anything else passes: the next page tells it again.
    if (isCallFailure(error) && error.code === "push_endpoint_refused") return set({ state: "incapable" });
  }
  set({ state: "on" });
}

/** A subscription to another key than the site's of today brings nothing any more. */
async function renewed(
  registration: ServiceWorkerRegistration,
  subscription: PushSubscription,
): Promise<PushSubscription> {
  const key = subscription.options.applicationServerKey;
  if (!key || base64url(key) === asked!.publicKey) return subscription;
  await subscription.unsubscribe();
  return subscribe(registration);
}

const subscribe = (registration: ServiceWorkerRegistration) =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: asked!.publicKey });

/** Once for each member and tab: a session that began since knows nothing of the browser's subscription. */
async function tell(subscription: PushSubscription): Promise<void> {
  const told = `${asked!.member} ${subscription.endpoint}`;
  if (remembered(TOLD) === told) return;
  await call(UserApi.push, { query: { push: "1" }, body: { subscription: subscription.toJSON() as never } });
  remember(TOLD, told);
}

/** Says of a member that it is the same one, and not who. */
async function markOf(member: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`push ${member}`));
  return base64url(digest);
}

/** Asks for the permission, so call it from a tap; answers how it stands then. Throws where the browser or the server fails. */
export async function turnPushOn(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const permission = await Notification.requestPermission();
  if (permission === "granted") {
    forget(TOLD);
    const subscription = await subscribe(registration);
    try {
      await tell(subscription);
    } catch (error) {
      await subscription.unsubscribe(); // or the browser would believe what the server does not know
      throw error;
    }
    localStorage.setItem(TURNED_ON_BY, await markOf(asked!.member));
    set({ state: "on" });
  } else set({ state: permission === "denied" ? "denied" : "off" });
  return push.state;
}

/** No more in this browser: the server forgets it first, so that nothing comes in between. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    await call(UserApi.unpush, { query: { push: "1" }, body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  forget(TOLD);
  localStorage.removeItem(TURNED_ON_BY);
  set({ state: "off" });
}

/** Safari on an iPhone or iPad can, once the site stands on the home screen. */
function withoutPush(): PushState {
  const apple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const installed =
    (navigator as { standalone?: boolean }).standalone || matchMedia("(display-mode: standalone)").matches;
  return apple && !installed ? "install" : "incapable";
}

/** The page for no network in the language and light of now; the worker kept it in those of its first day. */
async function keepOfflinePage(look: string): Promise<void> {
  if (!("caches" in window) || remembered(OFFLINE, localStorage) === look) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("offline-"));
  for (const name of names) await (await caches.open(name)).add(new Request("/offline", { cache: "reload" }));
  if (names.length) remember(OFFLINE, look, localStorage);
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function remembered(key: string, storage: Storage = sessionStorage): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null; // storage forbidden: told again on each page
  }
}

function remember(key: string, value: string, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(key, value);
  } catch {
    // storage full or forbidden
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // storage forbidden
  }
}
