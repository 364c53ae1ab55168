/** Reads of passkeys. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { PasskeyRow } from "./tables.ts";

const COLUMNS = "id, member_id, credential_id, public_key, counter, transports, name, created_at, used_at";

const byMember = read<[number, number], PasskeyRow>(
  `select ${COLUMNS} from passkeys where site_id = $1 and member_id = $2 order by id`,
);
const byCredential = read<[number, string], PasskeyRow>(
  `select ${COLUMNS} from passkeys where site_id = $1 and credential_id = $2`,
);

export const listPasskeys = (db: Queries, site: number, member: number): Promise<PasskeyRow[]> =>
  db.all(byMember, site, member);

export const findPasskey = (db: Queries, site: number, credential: string): Promise<PasskeyRow | null> =>
  db.one(byCredential, site, credential);
