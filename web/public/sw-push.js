// The installed app's worker: shows what is pushed, opens what it is about, and says so when there is no network. Written by
// hand and kept small. It keeps nothing but the page that says "offline": assets are immutable in the browser's own cache,
// and what members write is kept nowhere.
const CACHE = "offline-1";
const KEPT = ["/offline", "/offline.css", "/favicon.svg"];
const OPEN_ANSWER_MS = 500;
const SESSION_ANSWER_MS = 3_000;

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  ),
);

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

/** The page that was asked for, or the one that says that there is no network. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept("/offline");
  }
}

const kept = async (path) => (await caches.match(path)) ?? Response.error();

self.addEventListener("push", (event) => event.waitUntil(receive(read(event.data))));

/** A notice may come after the session has ended, from where it waited: then it names nobody and leads to the front door. */
async function receive(message) {
  if (!(await isLoggedIn())) return show({ tag: message.tag });
  await Promise.all([show(message), tellTabs({ type: "push", message }), badge(message.badge)]);
}

async function isLoggedIn() {
  try {
    const answer = await fetch("/api/user.php", {
      headers: { "X-Request-Type": "client" },
      signal: AbortSignal.timeout(SESSION_ANSWER_MS),
    });
    return (await answer.json()).user !== null;
  } catch {
    return true; // nobody could be asked, and what was pushed was for whoever was logged in
  }
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Without words (what came could not be read) it says no more than where it comes from. */
function show({ title, body, tag, url, lang }) {
  return self.registration.showNotification(title ?? self.location.hostname, {
    body: body ?? "",
    icon: "/icon-192.png",
    badge: "/badge-72.png",
    ...(lang && { lang }),
    ...(tag && { tag, renotify: true }),
    data: { url: url ?? "/" },
  });
}

/** The open pages ask again for what they show. */
async function tellTabs(message) {
  for (const tab of await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    tab.postMessage(message);
}

/** Unread messages plus new likes; browsers without a badge ignore it. */
async function badge(count) {
  if (typeof count !== "number") return;
  try {
    await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.());
  } catch {}
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

/** A page that is open comes to the front and goes there by itself; without one, a new one. */
async function open(url) {
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab =
    tabs.find(({ focused }) => focused) ?? tabs.find(({ visibilityState }) => visibilityState === "visible") ?? tabs[0];
  if (!tab) return void (await self.clients.openWindow(url.href));
  await tab.focus().catch(() => {});
  if (await goes(tab, url.pathname + url.search)) return;
  await tab.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}

/** Whether the page has said that it goes there; one that has not started yet, or is somebody logged out, does not. */
function goes(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), OPEN_ANSWER_MS);
    tab.postMessage({ type: "open", path }, [port2]);
  });
}

/** The browser has given up a subscription: another one takes its place, and the server learns it. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ newSubscription, oldSubscription }) {
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(await optionsOf(oldSubscription)));
  await fetch("/api/user.php?push=1", {
    method: "POST",
    credentials: "same-origin",
    headers: {
      "Content-Type": "application/json",
      "X-Request-Type": "client",
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify({ subscription }),
  });
}

async function optionsOf(subscription) {
  if (subscription?.options?.applicationServerKey) return subscription.options;
  const { push_public_key: applicationServerKey } = await (await fetch("/api/settings.php")).json();
  return { userVisibleOnly: true, applicationServerKey };
}
