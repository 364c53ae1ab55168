/**
 * Internal ids: 53-bit integers that increase with time (41 bits of milliseconds, 5 of node, 7 of sequence), generated
 * by the process, so no database sequence is a bottleneck and a JavaScript number holds them. External ids: encrypted —
 * one AES block of kind and id — opaque, unguessable, and invalid as an id of another kind.
 */
import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHash,
  type Decipheriv,
  hkdfSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { ID_KINDS, type IdKind } from "@serenade/contract/ids";
import { LRUCache } from "lru-cache";
import type { Db } from "./db/db.ts";
import { type NoParams, read, write } from "./db/statement.ts";

const EPOCH = Date.UTC(2024, 0, 1);
const NODES = 32;
const SEQUENCES = 128;
const LEASE_SECONDS = 120;
const CACHED_IDS = 20_000;

export interface Ids {
  /** A short id of this installation, the same for all its processes: separates installations on a shared Redis. */
  installation: string;
  /** A new id, greater than every one before it of this process. */
  next(): number;
  encode(kind: IdKind, id: number): string;
  /** The id, or null when the text is no encrypted id of this kind. */
  decode(kind: IdKind, encoded: string): number | null;
  stop(): Promise<void>;
}

const readKey = read<NoParams, { value: string }>("select value from installation where name = 'id_key'");
const insertKey = write<{ value: string }>(
  "insert into installation (name, value) values ('id_key', $value) on conflict do nothing",
);
// Leases are a matter of processes, not of the product, so they alone go by the database's own time.
const leaseNode = write<{ holder: string; seconds: number }, { node: number }>(
  `insert into id_nodes (node, holder, expires_at)
   select free.node, $holder, now() + make_interval(secs => $seconds)
     from generate_series(0, ${NODES - 1}) as free (node)
    where not exists (select from id_nodes held where held.node = free.node and held.expires_at > now())
    order by random() limit 1
   on conflict (node) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where id_nodes.expires_at <= now()
   returning node`,
);
const renewNode = write<{ holder: string; seconds: number }, { node: number }>(
  "update id_nodes set expires_at = now() + make_interval(secs => $seconds) where holder = $holder returning node",
);
const returnNode = write<{ holder: string }>("delete from id_nodes where holder = $holder");

export async function openIds(db: Db): Promise<Ids> {
  await db.one(insertKey, { value: randomBytes(32).toString("base64url") });
  const secret = (await db.one(readKey))!.value;
  const holder = randomUUID();
  let next = generator(await lease(db, holder));
  // A process that was suspended for longer than its lease has lost its node and must lease another before it makes
  // ids.
  const renew = async () => {
    if (!(await db.one(renewNode, { holder, seconds: LEASE_SECONDS }))) next = generator(await lease(db, holder));
  };
  const timer = setInterval(() => void renew().catch(() => {}), (LEASE_SECONDS / 4) * 1000);
  timer.unref();
  return {
    installation: createHash("sha256").update(secret).digest("hex").slice(0, 12),
    next: () => next(),
    ...idCodec(secret),
    stop: async () => {
      clearInterval(timer);
      await db.one(returnNode, { holder });
    },
  };
}

async function lease(db: Db, holder: string): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const row = await db.one(leaseNode, { holder, seconds: LEASE_SECONDS });
    if (row) return row.node;
  }
  throw new Error(`No free id node: are more than ${NODES} processes running on this database?`);
}

/** Ids of one node. Strictly increasing, even when the system clock goes backwards. */
export function generator(node: number, clock: () => number = Date.now): () => number {
  let last = 0;
  let sequence = 0;
  return () => {
    const time = Math.max(clock() - EPOCH, last);
    sequence = time === last ? sequence + 1 : 0;
    if (sequence === SEQUENCES) {
      last = time + 1; // 128 ids within a millisecond: borrow from the next one
      sequence = 0;
    } else last = time;
    return (last * NODES + node) * SEQUENCES + sequence;
  };
}

/** Encrypts and decrypts with one AES-256 block: the kind, seven zero bytes, the id. Other zeros: not ours. */
export function idCodec(secret: string): Pick<Ids, "encode" | "decode"> {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "serenade ids", 32));
  // One block under a secret key is a permutation, which is all that is wanted: ECB is right here, and an object that
  // is made once encrypts in a microsecond.
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false) as Cipheriv;
  const decipher = createDecipheriv("aes-256-ecb", key, null).setAutoPadding(false) as Decipheriv;
  const block = Buffer.alloc(16);
  const encode = (kind: IdKind, id: number): string => {
    block.fill(0);
    block[0] = ID_KINDS.indexOf(kind) + 1;
    block.writeBigUInt64BE(BigInt(id), 8);
    return cipher.update(block).toString("base64url");
  };
  // A page of cards encodes 48 ids, mostly ones that other pages have just encoded.
  const cached = new Map(ID_KINDS.map((kind) => [kind, new LRUCache<number, string>({ max: CACHED_IDS })]));
  return {
    encode: (kind, id) => {
      const known = cached.get(kind)!;
      const found = known.get(id);
      if (found !== undefined) return found;
      const text = encode(kind, id);
      known.set(id, text);
      return text;
    },
    decode: (kind, encoded) => {
      const bytes = Buffer.from(encoded, "base64url");
      if (bytes.length !== 16 || bytes.toString("base64url") !== encoded) return null;
      const plain = decipher.update(bytes);
      if (plain[0] !== ID_KINDS.indexOf(kind) + 1) return null;
      for (let index = 1; index < 8; index++) if (plain[index] !== 0) return null;
      const id = plain.readBigUInt64BE(8);
      return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : null;
    },
  };
}
