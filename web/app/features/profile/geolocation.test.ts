/** §3, §4, §9: the permission, and the place of a position for an hour. The browser's two interfaces are stand-ins. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Geolocation } from "./geolocation.ts";

const HOUR_MS = 3_600_000;

interface Browser {
  position?: [latitude: number, longitude: number];
  /** GeolocationPositionError: 1 is denied, 2 unavailable, 3 timeout. */
  error?: 1 | 2 | 3;
  permission?: PermissionState;
  secure?: boolean;
  missing?: boolean;
}
let options: PositionOptions | undefined;
let status: EventTarget & { state?: PermissionState | undefined };

function browser({ position, error, permission, secure = true, missing = false }: Browser) {
  status = Object.assign(new EventTarget(), { state: permission });
  const getCurrentPosition = vi.fn(
    (found: (outcome: object) => void, failed: (outcome: object) => void, asked?: PositionOptions) => {
      options = asked;
      if (position) found({ coords: { latitude: position[0], longitude: position[1] } });
      else failed({ code: error, PERMISSION_DENIED: 1 });
    },
  );
  vi.stubGlobal("window", { isSecureContext: secure });
  vi.stubGlobal("navigator", {
    ...(!missing && { geolocation: { getCurrentPosition } }),
    ...(permission && { permissions: { query: async () => status } }),
  });
  return getCurrentPosition;
}

const geocode = vi.fn(async (_: { lat: string; lon: string }): Promise<string | null> => "Amsterdam");
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  geocode.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 4.geolocation-permission, 3.other-state
it.each<[Browser, string, string]>([
  [{ missing: true }, "unsupported", "unsupported"],
  [{ secure: false }, "unsupported", "unsupported"],
  [{ permission: "granted", position: [52.37021, 4.89517] }, "found", "granted"],
  [{ permission: "denied", error: 1 }, "denied", "denied"],
  [{ permission: "prompt", error: 1 }, "denied", "prompt"], // closed without an answer
  [{ permission: "granted", error: 2 }, "unavailable", "granted"],
  [{ permission: "granted", error: 3 }, "unavailable", "granted"],
  [{ position: [52.37021, 4.89517] }, "found", "granted"], // a browser that does not tell its permission
  [{ error: 1 }, "denied", "denied"],
  [{ error: 3 }, "unavailable", "unknown"],
])("%o: %s, and the permission is %s", async (one, kind, permission) => {
  browser(one);
  const geolocation = new Geolocation(geocode);
  expect(geolocation.geolocation_permission).toBe("unknown");
  expect((await geolocation.locate()).kind).toBe(kind);
  expect(geolocation.geolocation_permission).toBe(permission);
});

it("follows the permission when it changes in the browser", async () => {
  browser({ permission: "denied", error: 1 });
  const geolocation = new Geolocation(geocode);
  const changed = vi.fn();
  geolocation.subscribe(changed);
  await geolocation.follow();
  status.state = "granted";
  status.dispatchEvent(new Event("change"));
  expect([geolocation.geolocation_permission, changed.mock.calls.length]).toEqual(["granted", 2]);
});

// spec: 7.geocode, 9.geolocation
it("sends a position rounded to two decimals, and accepts one from the last hour", async () => {
  browser({ position: [52.37021, -0.001] });
  await new Geolocation(geocode).locate();
  expect(geocode).toHaveBeenCalledWith({ lat: "52.37", lon: "-0.00" });
  expect(options?.maximumAge).toBe(HOUR_MS);
});

// spec: 7.geocode, 9.geolocation
it("asks the server once an hour for the same position, and again for another one", async () => {
  const moving: [number, number] = [52.37, 4.89];
  browser({ position: moving });
  const geolocation = new Geolocation(geocode);
  expect(await geolocation.locate()).toEqual({ kind: "found", place: "Amsterdam" });
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(await geolocation.locate()).toEqual({ kind: "found", place: "Amsterdam" });
  expect(geocode).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await geolocation.locate();
  expect(geocode).toHaveBeenCalledTimes(2);
  moving[0] = 52.09;
  await geolocation.locate();
  expect(geocode).toHaveBeenCalledTimes(3);
});

it("stores no place where there is none, or no answer", async () => {
  browser({ position: [30, -40] });
  const geolocation = new Geolocation(geocode);
  geocode.mockResolvedValueOnce(null);
  expect(await geolocation.locate()).toEqual({ kind: "nothing" });
  geocode.mockRejectedValueOnce(new Error("no network"));
  expect(await geolocation.locate()).toEqual({ kind: "unavailable" });
  expect(geolocation.geolocation_geocode).toBeNull();
});
