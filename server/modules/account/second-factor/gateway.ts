/** TOTP (otpauth), QR codes (uqr), and the encryption of secrets in the table. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { CODE_DIGITS } from "@serenade/contract/limits";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";

const PERIOD_SECONDS = 30;
/** A clock may be one step off, either way (RFC 6238). */
const WINDOW = 1;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const RECOVERY_LENGTH = 10;

const keyFor = (appSecret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", appSecret, "", purpose, 32));

export const newSecret = (): Buffer => randomBytes(20);

export function encryptSecret(appSecret: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(appSecret, "second factor"), nonce);
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

export function decryptSecret(appSecret: string, kept: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", keyFor(appSecret, "second factor"), kept.subarray(0, 12));
  decipher.setAuthTag(kept.subarray(12, 28));
  return Buffer.concat([decipher.update(kept.subarray(28)), decipher.final()]);
}

/** What an app is given: the secret as text, the address, and the address as a QR code. */
export function describeSecret(secret: Buffer, { site, email }: { site: string; email: string }) {
  const totp = totpOf(secret, site, email);
  const uri = totp.toString();
  const { data, size } = encode(uri, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
  return { secret: totp.secret.base32, uri, qr: { size, path } };
}

/** The time step that a code belongs to, or null when it is none of now. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Buffer, issuer = "", label = ""): TOTP {
  const bytes = Uint8Array.from(secret).buffer;
  return new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: bytes }),
    digits: CODE_DIGITS,
    period: PERIOD_SECONDS,
  });
}

/** Ten unambiguous letters, 50 bits. */
export const newRecoveryCode = (): string =>
  [...randomBytes(RECOVERY_LENGTH)].map((byte) => BASE32[byte & 31]).join("");

/** Keyed: 50 bits are too few for an unkeyed hash. */
export const recoveryHash = (appSecret: string, code: string): Buffer =>
  createHmac("sha256", keyFor(appSecret, "recovery codes")).update(code).digest();
