/** Reads of passkeys. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { PasskeyRow } from "./tables.ts";

const COLUMNS = "id, member_id, credential_id, public_key, counter, transports, name, created_at, used_at";

const byMember = read<{ site: number; member: number }, PasskeyRow>(
  `select ${COLUMNS} from passkeys where site_id = $site and member_id = $member order by id`,
);
const byCredential = read<{ site: number; credential: string }, PasskeyRow>(
  `select ${COLUMNS} from passkeys where site_id = $site and credential_id = $credential`,
);

export const listPasskeys = (db: Queries, site: number, member: number): Promise<PasskeyRow[]> =>
  db.all(byMember, { site, member });

export const findPasskey = (db: Queries, site: number, credential: string): Promise<PasskeyRow | null> =>
  db.one(byCredential, { site, credential });
