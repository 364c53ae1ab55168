import { UserApi } from "@serenade/contract/account";
import { useEffect, useEffectEvent } from "react";
import { call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { recordEvent } from "~/platform/recent-event.ts";
import { workerUrl } from "~/platform/trusted-types.ts";
import { type PushMessage, type PushState, pushState, setPush } from "./push-state.ts";
import { forgetRegistration, REGISTERED } from "./registration.ts";

/** localStorage: a hash of the member who turned push on. Survives logout, so that another member is asked again. */
const TURNED_ON_BY = "push-turned-on-by";
/** localStorage: language and theme of the cached offline page. */
const OFFLINE = "offline-page";

/** Registers the service worker for a member, reads the push state and registers an existing subscription with the server. */
export function usePushWorker(
  member: string | undefined,
  publicKey: string | null | undefined,
  { appearance, onOpen }: { appearance: string; onOpen: (path: string) => void },
) {
  useEffect(() => {
    if (!member) return forgetRegistration();
    void start(member, publicKey ?? null).catch(() => setPush({ state: "incapable" }));
  }, [member, publicKey]);

  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (!member || !navigator.serviceWorker) return;
    const onMessage = ({ data, ports }: MessageEvent<{ type: string; message?: PushMessage; path?: string }>) => {
      if (data.type === "push") {
        recordEvent();
        setPush({ lastMessage: { ...data.message } });
      }
      if (data.type === "open" && data.path) {
        ports[0]?.postMessage("going");
        open(data.path);
      }
    };
    navigator.serviceWorker.addEventListener("message", onMessage);
    navigator.serviceWorker.startMessages();
    return () => navigator.serviceWorker.removeEventListener("message", onMessage);
  }, [member]);

  useEffect(() => {
    if (member) void cacheOfflinePage(appearance).catch(() => {});
  }, [member, appearance]);
}

let current: { member: string; publicKey: string } | null = null;

async function start(member: string, publicKey: string | null): Promise<void> {
  const capable = publicKey && navigator.serviceWorker && "PushManager" in window && "Notification" in window;
  // Sets what is known without the worker at once, so that an alert about it does not shift the page later.
  if (!capable) setPush({ state: unsupportedState() });
  else if (Notification.permission !== "granted")
    setPush({ state: Notification.permission === "denied" ? "denied" : "off" });
  const registration = await navigator.serviceWorker?.register(workerUrl(), { scope: "/", updateViaCache: "none" });
  if (!capable) return;
  current = { member, publicKey };
  await readState(registration);
  const permission = await navigator.permissions?.query({ name: "notifications" }).catch(() => null);
  if (permission) permission.onchange = () => void readState(registration).catch(() => {});
}

/** Reads the state from the browser's permission and subscription. */
async function readState(registration: ServiceWorkerRegistration): Promise<void> {
  if (Notification.permission === "denied") return setPush({ state: "denied" });
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription || Notification.permission !== "granted") return setPush({ state: "off" });
  // Another member turned push on in this browser. On a shared device it needs the current member's own consent.
  if (localStorage.getItem(TURNED_ON_BY) !== (await hashOf(current!.member))) {
    await subscription.unsubscribe();
    return setPush({ state: "off" });
  }
  try {
    await register(await withCurrentKey(registration, subscription));
  } catch (error) {
    // The server refuses unknown push services. Other errors are temporary: the next page registers again.
    if (isCallFailure(error) && error.code === "push_endpoint_refused") return setPush({ state: "incapable" });
  }
  setPush({ state: "on" });
}

/** A subscription with an outdated server key receives nothing. */
async function withCurrentKey(
  registration: ServiceWorkerRegistration,
  subscription: PushSubscription,
): Promise<PushSubscription> {
  const key = subscription.options.applicationServerKey;
  if (!key || base64url(key) === current!.publicKey) return subscription;
  await subscription.unsubscribe();
  return subscribe(registration);
}

const subscribe = (registration: ServiceWorkerRegistration) =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: current!.publicKey });

/** Once per member and tab, because a new session does not know the browser's subscription. */
async function register(subscription: PushSubscription): Promise<void> {
  const registration = `${current!.member} ${subscription.endpoint}`;
  if (remembered(REGISTERED) === registration) return;
  await call(UserApi.push, { query: { push: "1" }, body: { subscription: subscription.toJSON() as never } });
  remember(REGISTERED, registration);
}

/** A hash that recognizes a member without revealing the id. */
async function hashOf(member: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`push ${member}`));
  return base64url(digest);
}

/** Requests permission, so call it from a tap; returns the resulting state. Throws if the browser or the server fails. */
export async function turnPushOn(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const permission = await Notification.requestPermission();
  if (permission === "granted") {
    forgetRegistration();
    const subscription = await subscribe(registration);
    try {
      await register(subscription);
    } catch (error) {
      await subscription.unsubscribe(); // or the browser would have a subscription that the server does not know
      throw error;
    }
    localStorage.setItem(TURNED_ON_BY, await hashOf(current!.member));
    setPush({ state: "on" });
  } else setPush({ state: permission === "denied" ? "denied" : "off" });
  return pushState();
}

/** Turns push off in this browser; on the server first, so that nothing arrives in between. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    await call(UserApi.unpush, { query: { push: "1" }, body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  forgetRegistration();
  localStorage.removeItem(TURNED_ON_BY);
  setPush({ state: "off" });
}

/** Safari on an iPhone or iPad supports push once the site is installed. */
function unsupportedState(): PushState {
  const apple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const installed =
    (navigator as { standalone?: boolean }).standalone || matchMedia("(display-mode: standalone)").matches;
  return apple && !installed ? "install" : "incapable";
}

/** Caches the offline page again when language or theme change; the worker cached it at installation. */
async function cacheOfflinePage(appearance: string): Promise<void> {
  if (!("caches" in window) || remembered(OFFLINE, localStorage) === appearance) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("offline-"));
  for (const name of names) await (await caches.open(name)).add(new Request("/offline", { cache: "reload" }));
  if (names.length) remember(OFFLINE, appearance, localStorage);
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
    return null; // storage forbidden: registers again on each page
  }
}

function remember(key: string, value: string, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(key, value);
  } catch {
    // storage full or forbidden
  }
}
