import type { Passkey } from "@serenade/contract/factors";
import type { Decoded } from "@serenade/contract/ids";
import { isoTime } from "../../../kernel/db/db.ts";
import type { PasskeyRow } from "./tables.ts";

export const presentPasskey = (row: PasskeyRow): Decoded<Passkey> => ({
  id: row.id,
  name: row.name,
  created: isoTime(row.created_at),
  used: row.used_at && isoTime(row.used_at),
});
