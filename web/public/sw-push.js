// The service worker: shows push notifications, opens their pages, serves the offline page, and receives shared photos. Small
// and handwritten. It caches only the offline page: assets are immutable in the browser's cache, and members' data is never
// cached, apart from a shared photo until the next page takes it.
// The build that it belongs to (plugins/service-worker.ts).
const BUILD = "development";
const CACHE = "offline-2";
const CACHED = ["/offline", "/offline.css", "/favicon.svg"];
/** Not worth a failed installation. Letters beyond Latin-1 only where the language has them. */
const FONTS = ["/offline-latin.woff2", ...(/^pl/.test(self.navigator.language) ? ["/offline-latin-ext.woff2"] : [])];
/** The same in web/app/features/profile/shared-photo.ts and the manifest's share target. */
const SHARED_PHOTO = "shared-photo";
const SHARE_TARGET = "/share-photo";
const OPEN_ANSWER_MS = 500;
const SESSION_ANSWER_MS = 3_000;

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => Promise.all([cache.addAll(CACHED), ...FONTS.map((font) => cache.add(font).catch(() => {}))]))
      // a later one waits until a page asks for it: the member may be in the middle of something
      .then(() => !self.registration.active && self.skipWaiting()),
  ),
);

self.addEventListener("message", ({ data, ports }) => {
  if (data?.type === "build") ports[0]?.postMessage(BUILD);
  if (data?.type === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE && name !== SHARED_PHOTO) await caches.delete(name);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.method === "POST" && pathname === SHARE_TARGET) return event.respondWith(receivePhoto(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (CACHED.includes(pathname) || FONTS.includes(pathname))
    event.respondWith(fetch(request).catch(() => cached(pathname)));
});

/** The requested page, or the offline page. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return cached("/offline");
  }
}

/** A photo that another app shared with this one: it stays on the device until the profile page takes it. */
async function receivePhoto(request) {
  try {
    const photo = (await request.formData()).get("photo");
    const headers = {
      "Content-Type": photo.type,
      "X-Name": encodeURIComponent(photo.name),
      "X-Time": String(Date.now()),
    };
    await (await caches.open(SHARED_PHOTO)).put(`/${SHARED_PHOTO}`, new Response(photo, { headers }));
  } catch {
    // no photo, or no room for it: the profile opens, where one can be chosen
  }
  return Response.redirect("/profile?shared=photo", 303);
}

const cached = async (path) => (await caches.match(path)) ?? Response.error();

self.addEventListener("push", (event) => event.waitUntil(receive(read(event.data))));

/** A notification may arrive late, after the session has ended: then it names no member and opens the home page. */
async function receive(message) {
  if (!(await isLoggedIn())) return show({ tag: message.tag });
  await Promise.all([show(message), notifyTabs({ type: "push", message }), badge(message.badge)]);
}

async function isLoggedIn() {
  try {
    const answer = await fetch("/api/user.php", {
      headers: { "X-Request-Type": "client" },
      signal: AbortSignal.timeout(SESSION_ANSWER_MS),
    });
    return (await answer.json()).user !== null;
  } catch {
    return true; // the check failed: assume that the member is still logged in
  }
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** An unreadable message shows only the site's name. */
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

/** Makes the open pages refresh. */
async function notifyTabs(message) {
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

/** Focuses an open page, which navigates by itself; otherwise opens a new one. */
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

/** Whether the page confirms the navigation; one that is still loading or logged out does not. */
function goes(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), OPEN_ANSWER_MS);
    tab.postMessage({ type: "open", path }, [port2]);
  });
}

/** The browser has dropped a subscription: subscribes again and registers it with the server. */
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
