import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchForUpdates } from "./app-updates.ts";

class Worker extends EventTarget {
  state = "installing";
  /** The build of the worker's answer; "take over" is recorded. */
  takenOver = false;
  readonly #build: string;
  constructor(build: string) {
    super();
    this.#build = build;
  }
  postMessage({ type }: { type: string }, [port]: MessagePort[] = []): void {
    if (type === "build") port?.postMessage(this.#build);
    else this.takenOver = true;
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  begin(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
  finish(): void {
    const worker = this.installing!;
    this.waiting = worker;
    this.installing = null;
    worker.state = "installed";
    worker.dispatchEvent(new Event("statechange"));
  }
}

let registration: Registration;
const offered = vi.fn();
/** Long enough for a message between worker and page: for what must not happen, and for a second offer. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  registration = new Registration();
  vi.stubGlobal("window", { __reactRouterManifest: { version: "old" } });
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve(registration) } });
  offered.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

it("offers a newer build that is installed while the page is open, once", async () => {
  const stop = watchForUpdates(offered);
  await settled();
  registration.begin(new Worker("new"));
  registration.finish();
  registration.waiting!.dispatchEvent(new Event("statechange"));
  await vi.waitFor(() => expect(offered).toHaveBeenCalled());
  await settled();
  stop();
  expect(offered).toHaveBeenCalledExactlyOnceWith(registration.waiting);
});

it("offers one whose installation began before the page listened", async () => {
  registration.begin(new Worker("new"));
  const stop = watchForUpdates(offered);
  await settled();
  registration.finish();
  await vi.waitFor(() => expect(offered).toHaveBeenCalled());
  await settled();
  stop();
  expect(offered).toHaveBeenCalledExactlyOnceWith(registration.waiting);
});

it("offers one that waited already, unless the page is of the same build: then it takes over", async () => {
  registration.begin(new Worker("new"));
  registration.finish();
  watchForUpdates(offered)();
  await settled();
  expect(offered).not.toHaveBeenCalled();
  const stop = watchForUpdates(offered);
  await vi.waitFor(() => expect(offered).toHaveBeenCalled());
  await settled();
  stop();
  expect(offered).toHaveBeenCalledExactlyOnceWith(registration.waiting);

  offered.mockReset();
  const same = new Worker("old");
  registration.waiting = same;
  const stopAgain = watchForUpdates(offered);
  await settled();
  stopAgain();
  expect(offered).not.toHaveBeenCalled();
  expect(same.takenOver).toBe(true);
});
