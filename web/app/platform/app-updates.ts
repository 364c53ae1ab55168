/** Newer builds of the pages: each brings its own service worker, which waits until a page lets it take over (public/sw-push.js). */

const LOOK_EVERY_MS = 3_600_000;

/** The build that this page came with; React Router's manifest names it. */
const ownBuild = () => (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version;

/** Calls back once with the worker of a newer build than this page's; returns a function that stops. */
export function watchForUpdates(onNewer: (worker: ServiceWorker) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let found = false;
  const look = async (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration;
    if (!waiting || signal.aborted) return;
    // a page opened after the update is new already
    if ((await buildOf(waiting)) === ownBuild()) return takeOver(waiting);
    if (found) return;
    found = true;
    onNewer(waiting);
  };
  void navigator.serviceWorker?.ready.then((registration) => {
    if (signal.aborted) return;
    const onFound = () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => worker.state === "installed" && void look(registration), {
        signal,
      });
    };
    registration.addEventListener("updatefound", onFound, { signal });
    onFound(); // one that began before this page listened
    const timer = setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    void look(registration);
  });
  return () => stopped.abort();
}

/** Lets the worker take over, and reloads this page with the new build; what is written stays in localStorage. */
export function updateNow(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  takeOver(worker);
}

const takeOver = (worker: ServiceWorker) => worker.postMessage({ type: "take over" });

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
  });
  worker.postMessage({ type: "build" }, [port2]);
  return answer;
}
