/**
 * What this browser allows and the place of its position (§3 geolocation_permission, geolocation_geocode; §4). Both are
 * forgotten with the page.
 */
import { GEOCODE_CACHE_SECONDS } from "@serenade/contract/limits";
import { useEffect, useSyncExternalStore } from "react";

export type GeolocationPermission = "unsupported" | "unknown" | PermissionState;

/** A position, rounded to about a kilometer, with its place. */
interface Geocode<Place> {
  lat: string;
  lon: string;
  place: Place;
  /** By the page's clock. */
  at: number;
}

export type Located<Place> =
  | { kind: "found"; place: Place }
  /** denied: not allowed. nothing: no town near. unavailable: no position, or no answer, this time. */
  | { kind: "denied" | "unsupported" | "unavailable" | "nothing" };

const WAIT_MS = 15_000;
const MAX_AGE_MS = GEOCODE_CACHE_SECONDS * 1000;

export class Geolocation<Place> {
  geolocation_permission: GeolocationPermission = "unknown";
  geolocation_geocode: Geocode<Place> | null = null;
  #status: PermissionStatus | null = null;
  #follows = false;
  readonly #listeners = new Set<() => void>();
  readonly #geocode: (position: { lat: string; lon: string }) => Promise<Place | null>;

  constructor(geocode: (position: { lat: string; lon: string }) => Promise<Place | null>) {
    this.#geocode = geocode;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Reads the permission and follows it; where the browser does not tell, it is unknown until the first attempt. */
  async follow(): Promise<void> {
    if (this.#follows) return;
    this.#follows = true;
    if (!navigator.geolocation || !window.isSecureContext) return this.#permit("unsupported");
    const status = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
    if (!status) return;
    this.#status = status;
    status.addEventListener("change", () => this.#permit(status.state));
    this.#permit(status.state);
  }

  /** Asks for permission if needed. The position is rounded here, so that the precise one never leaves the device. */
  async locate(): Promise<Located<Place>> {
    await this.follow();
    if (this.geolocation_permission === "unsupported") return { kind: "unsupported" };
    const outcome = await currentPosition();
    const denied = "code" in outcome && outcome.code === outcome.PERMISSION_DENIED;
    if (!this.#status) this.#permit(denied ? "denied" : "code" in outcome ? "unknown" : "granted");
    if ("code" in outcome) return { kind: denied ? "denied" : "unavailable" };
    const { latitude, longitude } = outcome.coords;
    return this.#named(latitude.toFixed(2), longitude.toFixed(2));
  }

  async #named(lat: string, lon: string): Promise<Located<Place>> {
    const stored = this.geolocation_geocode;
    if (stored?.lat === lat && stored.lon === lon && performance.now() - stored.at < MAX_AGE_MS)
      return { kind: "found", place: stored.place };
    const place = await this.#geocode({ lat, lon }).catch(() => undefined);
    if (!place) return { kind: place === null ? "nothing" : "unavailable" };
    this.geolocation_geocode = { lat, lon, place, at: performance.now() };
    return { kind: "found", place };
  }

  #permit(permission: GeolocationPermission): void {
    this.geolocation_permission = permission;
    for (const listener of this.#listeners) listener();
  }
}

/** The permission of this browser, unknown on the server and until it is read. */
export function usePermission(geolocation: Geolocation<unknown>): GeolocationPermission {
  useEffect(() => void geolocation.follow(), [geolocation]);
  return useSyncExternalStore(
    geolocation.subscribe,
    () => geolocation.geolocation_permission,
    () => "unknown",
  );
}

const currentPosition = () =>
  new Promise<GeolocationPosition | GeolocationPositionError>((resolve) =>
    navigator.geolocation.getCurrentPosition(resolve, resolve, { timeout: WAIT_MS, maximumAge: MAX_AGE_MS }),
  );
