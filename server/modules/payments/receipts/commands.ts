/** Receipts, numbered without gaps per company and year, written in the transaction that completes an order or its refund. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getSite } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import { receiptNumber, splitVat, taxCountry, vatRate } from "./rules.ts";
import type { Seller } from "./tables.ts";

const nextNumber = write<{ company: string; year: number }, { last: number }>(
  `insert into receipt_numbers (company, year, last) values ($company, $year, 1)
   on conflict (company, year) do update set last = receipt_numbers.last + 1 returning last`,
);
const insertReceipt = write<{
  site: number;
  id: number;
  order: number;
  refund: number | null;
  company: string;
  year: number;
  number: number;
  now: string;
  seller: Seller;
  net: number;
  vat: number;
  vatRate: number;
  vatCountry: string;
  credits: number;
  before: number;
  after: number;
}>(
  `insert into receipts (site_id, id, order_id, refund_id, company, year, number, issued_at, seller, net, vat, vat_rate, vat_country,
                         credits, credits_before, credits_after)
   values ($site, $id, $order, $refund, $company, $year, $number, $now, $seller, $net, $vat, $vatRate, $vatCountry, $credits, $before, $after)`,
);
const correction = write<{ site: number; order: number }, { vat_rate: number; vat_country: string }>(
  "select vat_rate, vat_country from receipts where site_id = $site and order_id = $order and refund_id is null",
);

export interface Sold {
  site: number;
  order: number;
  /** Minor units, tax included; negative for what a refund returns. */
  gross: number;
  credits: number;
  /** The member's credits before and after. */
  before: number;
  after: number;
  /** Where the buyer is: the member's country, the network's, the card's (null where unknown). */
  evidence: { declared: string; network: string | null; card: string | null };
  refund?: number;
}

/** Writes the receipt and returns its number, "2026-000123". */
export async function issueReceipt(app: Resources, tx: Transaction, sold: Sold): Promise<string> {
  const { site, order, refund = null, credits, before, after } = sold;
  const now = app.clock.iso();
  const year = Number(now.slice(0, 4));
  const seller = sellerOf(await getSite(app, site, tx));
  const company = seller.kvk || seller.name;
  // A refund is taxed as its sale was.
  const sale = refund === null ? null : await tx.one(correction, { site, order });
  const country = sale?.vat_country ?? taxCountry(sold.evidence);
  const rate = sale?.vat_rate ?? vatRate(country, now);
  const { last: number } = (await tx.one(nextNumber, { company, year }))!;
  await tx.one(insertReceipt, {
    site,
    id: app.ids.next(),
    order,
    refund,
    company,
    year,
    number,
    now,
    seller,
    ...splitVat(sold.gross, rate),
    vatRate: rate,
    vatCountry: country,
    credits,
    before,
    after,
  });
  return receiptNumber({ year, number });
}

function sellerOf({ settings, company }: SiteRow): Seller {
  const { name, address, city, country, kvk, vat_numbers } = company;
  return { site: settings.name, name, address, city, country, kvk, vat_number: vat_numbers[country] ?? null };
}
