import { GEOCODE_CACHE_SECONDS } from "@serenade/contract/limits";
import { PlacesApi } from "@serenade/contract/site";
import { call } from "~/platform/call.ts";
import type { Place } from "./typed-place.ts";

export type Position = { kind: "found"; place: Place } | { kind: "denied" | "unsupported" | "nothing" };

const WAIT_MS = 15_000;

/** The browser's position as a named place. Rounded here, so that the precise position never leaves the device. */
export async function positionNow(): Promise<Position> {
  if (!("geolocation" in navigator)) return { kind: "unsupported" };
  const outcome = await located();
  if (!("coords" in outcome)) return { kind: outcome.code === outcome.PERMISSION_DENIED ? "denied" : "unsupported" };
  const { latitude, longitude } = outcome.coords;
  const rounded = { lat: round(latitude), lon: round(longitude) };
  const answer = await call(PlacesApi.geocodePosted, { body: rounded }).catch(() => null);
  if (!answer?.country || !answer.countryregion || !answer.city) return { kind: "nothing" };
  const { country, countryregion, city } = answer;
  return { kind: "found", place: { country, countryregion, city } };
}

const located = () =>
  new Promise<GeolocationPosition | GeolocationPositionError>((resolve) =>
    navigator.geolocation.getCurrentPosition(resolve, resolve, {
      timeout: WAIT_MS,
      maximumAge: GEOCODE_CACHE_SECONDS * 1000,
    }),
  );

const round = (degrees: number) => Math.round(degrees * 100) / 100;
