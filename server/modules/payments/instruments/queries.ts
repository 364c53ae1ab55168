/** Reads of stored cards and accounts; always through the member. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { ChargeableInstrument, InstrumentRow } from "./tables.ts";

const COLUMNS = "i.id, i.provider, i.token, i.kind, i.brand, i.last4, i.exp_month, i.exp_year";

const mine = read<{ site: number; member: number }, InstrumentRow>(
  `select ${COLUMNS} from payment_instruments i where site_id = $site and member_id = $member order by used_at desc, id desc`,
);
const one = read<{ site: number; member: number; id: number }, ChargeableInstrument>(
  `select ${COLUMNS}, c.ref as customer
     from payment_instruments i
     join payment_customers c on c.site_id = i.site_id and c.member_id = i.member_id and c.provider = i.provider
    where i.site_id = $site and i.member_id = $member and i.id = $id`,
);
const exported = read<
  { site: number; member: number },
  { payment_customers: unknown[]; payment_instruments: unknown[] }
>(
  `select array(select to_jsonb(c) - array['site_id', 'ref'] from payment_customers c
                 where site_id = $site and member_id = $member) as payment_customers,
          array(select to_jsonb(i) - array['site_id', 'token', 'fingerprint'] from payment_instruments i
                 where site_id = $site and member_id = $member order by id) as payment_instruments`,
);

/** The one that was used last comes first. */
export const listInstruments = (db: Queries, site: number, member: number): Promise<InstrumentRow[]> =>
  db.all(mine, { site, member });

export const findInstrument = (db: Queries, site: number, member: number, id: number) =>
  db.one(one, { site, member, id });

export const getInstrument = async (db: Queries, site: number, member: number, id: number) =>
  orNotFound(await findInstrument(db, site, member, id));

export const exportInstruments = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
