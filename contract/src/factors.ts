/** Second factor and passkeys: codes from an app, recovery codes, passkeys (product.md 3). All are optional. */
import * as z from "zod/mini";
import { User } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { bounded, knownPassword, nothing, stop, text, time } from "./fields.ts";
import { idOf } from "./ids.ts";

/** Six digits of the app or a recovery code; spaces and dashes do not matter. */
const code = bounded(100, "required", "code").check(
  z.overwrite((value) => value.replace(/[\s-]/g, "").toLowerCase()),
  z.minLength(1, stop("required")),
  z.regex(/^(\d{6}|[a-z2-7]{10})$/, stop("code")),
);

export const SecondStepForm = z.strictObject({ ticket: text(20, 100), code });
export const TotpStart = z.strictObject({ password: knownPassword });
export const TotpConfirm = z.strictObject({ code });
export const TotpEnd = z.strictObject({ password: knownPassword, code });

export const SecondFactorApi = {
  logIn: endpoint({
    method: "POST",
    path: "/api/second-factor.php",
    summary: "The second step of a login: the ticket of the first, and a code of the app or a recovery code",
    body: SecondStepForm,
    answer: z.object({ user: User }),
  }),
  read: endpoint({
    method: "GET",
    path: "/api/totp.php",
    summary: "Whether login requires a code, since when, and how many recovery codes are left",
    answer: z.object({ since: z.nullable(time), recovery_left: z.int() }),
  }),
  start: endpoint({
    method: "POST",
    path: "/api/totp.php",
    summary: "Create a secret for an app; login does not change until a code confirms it",
    body: TotpStart,
    answer: z.object({
      secret: z.string(),
      uri: z.string(),
      /** The uri as a QR code: its width in modules, and the dark ones as a path of an SVG of that size. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  }),
  confirm: endpoint({
    method: "PUT",
    path: "/api/totp.php",
    summary: "Turn the second factor on with a first code; the recovery codes are shown only here",
    body: TotpConfirm,
    answer: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  end: endpoint({
    method: "DELETE",
    path: "/api/totp.php",
    summary: "Turn the second factor off, with the password and a code",
    body: TotpEnd,
    answer: nothing,
  }),
};

export const Passkey = z.object({
  id: idOf("passkey"),
  name: z.string(),
  created: time,
  used: z.nullable(time),
});
export type Passkey = z.output<typeof Passkey>;

/** The response of a browser's authenticator; @simplewebauthn/server parses it. Binary values are base64url. */
const base64url = text(0, 20_000).check(z.regex(/^[A-Za-z0-9_-]*$/, stop("invalid")));
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: z.optional(z.nullable(text(0, 30))),
  clientExtensionResults: z.looseObject({}),
};
const Registration = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: z.optional(base64url),
    transports: z.optional(z.array(text(0, 30)).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(base64url),
  }),
});
const Assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(base64url)),
  }),
});

/** Options for navigator.credentials, as JSON. */
const options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const passkeys = z.object({ passkeys: z.array(Passkey) });
const atLogin = z.strictObject({ login: z.literal("1") });

export const PasskeyApi = {
  list: endpoint({ method: "GET", path: "/api/passkey.php", summary: "The caller's passkeys", answer: passkeys }),
  start: endpoint({
    method: "POST",
    path: "/api/passkey.php",
    summary: "Begin to register a passkey, with the password",
    body: z.strictObject({ password: knownPassword }),
    answer: options,
  }),
  register: endpoint({
    method: "PUT",
    path: "/api/passkey.php",
    summary: "Store the passkey that the device created",
    body: z.strictObject({ name: text(1, 40), response: Registration }),
    answer: passkeys,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/passkey.php",
    summary: "Remove a passkey, with the password",
    body: z.strictObject({ id: idOf("passkey"), password: knownPassword }),
    answer: passkeys,
  }),
  startLogin: endpoint({
    method: "POST",
    path: "/api/passkey.php",
    when: { login: "1" },
    summary: "Begin to log in with a passkey: a challenge for a single answer",
    query: atLogin,
    body: nothing,
    answer: options,
  }),
  logIn: endpoint({
    method: "PUT",
    path: "/api/passkey.php",
    when: { login: "1" },
    summary: "Log in with a passkey's answer to the challenge",
    query: atLogin,
    body: z.strictObject({ response: Assertion }),
    answer: z.object({ user: User }),
  }),
};
