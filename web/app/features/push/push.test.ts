import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "~/platform/call.ts";
import { CallFailure } from "~/platform/call-failure.ts";
import { FakeStorage } from "../../../test/browser.ts";
import type * as PushFile from "./push.ts";
import type * as StateFile from "./push-state.ts";

vi.mock("~/platform/call.ts", () => ({ call: vi.fn() }));
/** Hooks as plain functions: an effect runs immediately. */
vi.mock("react", () => ({
  useEffect: (effect: () => unknown) => void effect(),
  useEffectEvent: (handle: unknown) => handle,
  useSyncExternalStore: (_: unknown, snapshot: () => unknown) => snapshot(),
}));

const KEY = "c2l0ZQ"; // "site" in base64url
const OLD_KEY = "b2xk";

class FakeSubscription {
  readonly endpoint: string;
  readonly options: { applicationServerKey: ArrayBuffer };
  constructor(key: string, number: number) {
    this.endpoint = `https://push.example/${number}`;
    this.options = { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer };
  }
  toJSON = () => ({ endpoint: this.endpoint });
  unsubscribe = async () => {
    if (subscription === this) subscription = null;
    return true;
  };
}

/** The functions of a freshly loaded push.ts. */
interface Page {
  state: typeof StateFile.usePush;
  start: typeof PushFile.usePushWorker;
  turnOn: typeof PushFile.turnPushOn;
  turnOff: typeof PushFile.turnPushOff;
}
let page: Page;
let permission: NotificationPermission;
let subscription: FakeSubscription | null;
let subscriptions: number;
interface Registration {
  subscription?: { endpoint: string };
  endpoint?: string;
}
const calls = vi.mocked(call as unknown as (endpoint: unknown, sent: { body: Registration }) => Promise<unknown>);

/** The calls to the server: `on` and `off` with the number of the subscription. */
const registered = () =>
  calls.mock.calls.map(([, { body }]) =>
    body.subscription ? `on ${body.subscription.endpoint.at(-1)}` : `off ${body.endpoint?.at(-1)}`,
  );

/** Another page in the same tab: browser state remains, module state starts over. */
async function openPage(member = "anna", key: string | null = KEY) {
  vi.resetModules();
  const { usePush: state } = await import("./push-state.ts");
  const { usePushWorker: start, turnPushOn: turnOn, turnPushOff: turnOff } = await import("./push.ts");
  page = { state, start, turnOn, turnOff };
  const stateRead = Promise.withResolvers<void>();
  // queried last, after everything else
  const query = async () => stateRead.resolve();
  Object.assign(navigator, { permissions: { query } });
  page.start(member, key, { appearance: "en light", onOpen: () => {} });
  if (!["incapable", "install"].includes(state().state)) await stateRead.promise;
}

/** A member with a subscription from an earlier page. */
async function turnedOn(member = "anna") {
  permission = "granted";
  await openPage(member);
  await page.turnOn();
  calls.mockClear();
}

function openBrowser(more: Record<string, unknown> = {}) {
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        (subscription ??= new FakeSubscription(applicationServerKey, ++subscriptions)),
    },
  };
  const worker = Object.assign(new EventTarget(), {
    register: async () => registration,
    ready: Promise.resolve(registration),
    startMessages: () => {},
  });
  vi.stubGlobal("navigator", { serviceWorker: worker, userAgent: "Firefox on Linux", maxTouchPoints: 0, ...more });
  vi.stubGlobal("window", { PushManager: class {}, Notification: class {} });
}

beforeEach(() => {
  permission = "default";
  subscription = null;
  subscriptions = 0;
  calls.mockReset().mockResolvedValue({});
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  });
  openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the state of a browser", () => {
  // spec: 4.push-states
  it.each([
    ["off", "default"],
    ["off", "granted"],
    ["denied", "denied"],
  ] as const)("is %s where the permission is %s and nothing is subscribed", async (state, now) => {
    permission = now;
    await openPage();
    expect(page.state().state).toBe(state);
    expect(registered()).toEqual([]);
  });

  // spec: 4.push-states, 3.push
  it("is incapable where the site has no key, and where the browser has no push", async () => {
    await openPage("anna", null);
    expect(page.state()).toMatchObject({ state: "incapable", isCapable: false });
    vi.stubGlobal("window", {});
    await openPage();
    expect(page.state().state).toBe("incapable");
  });

  it("is install on an iPhone until the app is on its home screen", async () => {
    openBrowser({ userAgent: "Safari on iPhone" });
    vi.stubGlobal("window", {});
    await openPage();
    expect(page.state().state).toBe("install");
    openBrowser({ userAgent: "Safari on iPhone", standalone: true });
    vi.stubGlobal("window", {});
    await openPage();
    expect(page.state().state).toBe("incapable");
  });

  it("is denied when the member has taken the permission back", async () => {
    await turnedOn();
    permission = "denied";
    await openPage();
    expect(page.state().state).toBe("denied");
  });
});

describe("a subscription", () => {
  // spec: 4.push-states, 3.push
  it("is registered with the server once per tab", async () => {
    await turnedOn();
    await openPage();
    expect(page.state()).toMatchObject({ state: "on", isSubscribed: true });
    expect(registered()).toEqual([]);
    vi.stubGlobal("sessionStorage", new FakeStorage());
    await openPage();
    await openPage();
    expect(registered()).toEqual(["on 1"]);
  });

  it("is registered again after a logout, because the session is new", async () => {
    await turnedOn();
    page.start(undefined, KEY, { appearance: "", onOpen: () => {} });
    await openPage();
    expect(registered()).toEqual(["on 1"]);
  });

  it("of another member ends without a call to the server", async () => {
    await turnedOn("anna");
    await openPage("bram");
    expect(page.state().state).toBe("off");
    expect(subscription).toBeNull();
    expect(registered()).toEqual([]);
  });

  it("to a key that the site no longer has is made again", async () => {
    await turnedOn();
    subscription = new FakeSubscription(OLD_KEY, 8);
    subscriptions = 8;
    await openPage();
    expect(page.state().state).toBe("on");
    expect(registered()).toEqual(["on 9"]);
  });

  it("at a push service that the server refuses counts as none", async () => {
    await turnedOn();
    vi.stubGlobal("sessionStorage", new FakeStorage());
    calls.mockRejectedValueOnce(new CallFailure(422, { error: "push_endpoint_refused" }));
    await openPage();
    expect(page.state().state).toBe("incapable");
  });

  it("that could not be registered is on, and the next page registers it", async () => {
    await turnedOn();
    vi.stubGlobal("sessionStorage", new FakeStorage());
    calls.mockRejectedValueOnce(new CallFailure(0, { error: "network" }));
    await openPage();
    expect(page.state().state).toBe("on");
    await openPage();
    expect(registered()).toEqual(["on 1", "on 1"]);
  });
});

describe("turning it on", () => {
  // spec: 7.push, 3.push
  it("subscribes and registers with the server", async () => {
    permission = "granted";
    await openPage();
    expect(await page.turnOn()).toBe("on");
    expect(registered()).toEqual(["on 1"]);
  });

  it("registers an existing subscription again: the server may have dropped it", async () => {
    await turnedOn();
    await page.turnOn();
    expect(registered()).toEqual(["on 1"]);
  });

  it.each([
    ["denied", "denied"],
    ["default", "off"],
  ] as const)("without the permission (%s) subscribes nothing", async (answer, state) => {
    await openPage();
    permission = answer;
    expect(await page.turnOn()).toBe(state);
    expect(subscription).toBeNull();
    expect(registered()).toEqual([]);
  });

  it("leaves no subscription that the server does not know", async () => {
    permission = "granted";
    await openPage();
    calls.mockRejectedValueOnce(new CallFailure(0, { error: "network" }));
    await expect(page.turnOn()).rejects.toThrow(CallFailure);
    expect(subscription).toBeNull();
    expect(page.state().state).toBe("off");
  });
});

describe("turning it off", () => {
  it("lets the server forget it before the browser does", async () => {
    await turnedOn();
    calls.mockImplementationOnce(async () => void expect(subscription).not.toBeNull());
    await page.turnOff();
    expect(registered()).toEqual(["off 1"]);
    expect(subscription).toBeNull();
    expect(page.state().state).toBe("off");
  });

  it("leaves nothing of the member in the browser", async () => {
    await turnedOn();
    await page.turnOff();
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
  });

  it("keeps it when the server does not answer", async () => {
    await turnedOn();
    calls.mockRejectedValueOnce(new CallFailure(0, { error: "network" }));
    await expect(page.turnOff()).rejects.toThrow(CallFailure);
    expect(subscription).not.toBeNull();
    expect(page.state().state).toBe("on");
  });
});
