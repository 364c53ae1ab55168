/** WebAuthn (@simplewebauthn/server): options for the device, and verification of its responses. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { PasskeyRow } from "./tables.ts";

/** The relying party: a passkey created for it works nowhere else. */
export interface Party {
  /** The host without its port. */
  id: string;
  origin: string;
}

export const partyOf = ({ host, origin }: { host: string; origin: string }): Party => ({
  id: host.replace(/:\d+$/, ""),
  origin,
});

/** Discoverable and with user verification (finger, face or PIN): such a passkey is both factors. */
export const optionsToRegister = (
  party: Party,
  member: { handle: string; email: string; name: string; site: string; has: PasskeyRow[] },
) =>
  generateRegistrationOptions({
    rpName: member.site,
    rpID: party.id,
    userName: member.email,
    userDisplayName: member.name,
    userID: new TextEncoder().encode(member.handle),
    excludeCredentials: member.has.map((one) => ({ id: one.credential_id, transports: one.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

export const optionsToLogIn = (party: Party) =>
  generateAuthenticationOptions({ rpID: party.id, userVerification: "required" });

/** The fields of a new passkey to store, or null when the response is invalid. */
export async function readRegistration(party: Party, response: unknown, challenge: string) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  return verified && registrationInfo ? registrationInfo.credential : null;
}

/** The passkey's new counter, or null when the answer is not true. A counter that went back is a copied passkey. */
export async function readAssertion(party: Party, response: unknown, challenge: string, passkey: PasskeyRow) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** The challenge that a response claims to answer; "" if it has none. */
export function challengeOf(clientData: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")).challenge ?? "");
  } catch {
    return "";
  }
}
