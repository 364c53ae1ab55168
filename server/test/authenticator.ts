/** A passkey device: makes keys, answers challenges, counts. The server cannot distinguish it from a real one. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
}

export interface Authenticator {
  id: string;
  counter: number;
  register(options: object, change?: { origin?: string }): object;
  answer(options: object, change?: { origin?: string; counter?: number; verified?: boolean }): object;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const device: Authenticator = {
    id: id.toString("base64url"),
    counter: 0,
    register: (asked, change = {}) => {
      const options = asked as Options;
      const client = clientData("webauthn.create", options.challenge, change.origin ?? origin);
      const key = coseKey(publicKey);
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const flags = USER_PRESENT | USER_VERIFIED | HAS_KEY;
      const authData = Buffer.concat([head(options.rp!.id, flags, device.counter), attested]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return credential({ clientDataJSON: client, attestationObject: attestation });
    },
    answer: (asked, change = {}) => {
      const options = asked as Options;
      const client = clientData("webauthn.get", options.challenge, change.origin ?? origin);
      device.counter = change.counter ?? device.counter + 1;
      const flags = USER_PRESENT | (change.verified === false ? 0 : USER_VERIFIED);
      const authData = head(options.rpId!, flags, device.counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      const signature = sign("sha256", signed, privateKey);
      return credential({ clientDataJSON: client, authenticatorData: authData, signature });
    },
  };
  const credential = (parts: Record<string, Buffer>) => ({
    id: device.id,
    rawId: device.id,
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString("base64url")])),
  });
  return device;
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function head(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

/** The public key as COSE: ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x!, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y!, "base64url"))],
  ]);
}

const cborHead = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
