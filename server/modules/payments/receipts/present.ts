/** The PDF that goes with the mail about a purchase. */
import type { Locale } from "@serenade/contract/locales";
import type { Resources } from "../../../kernel/resources.ts";
import type { Attachment } from "../../mail/gateway.ts";
import { renderReceipt } from "./gateway.ts";
import { listReceipts } from "./queries.ts";
import { receiptNumber } from "./rules.ts";

/** A row of the mail outbox, as far as it matters here. */
interface Mail {
  site_id: number;
  member_id: number | null;
  kind: string;
  params: { order?: string; number?: string };
  locale: string;
}

/** The file of a mail that brings a receipt; none for other mails, and none once the member is erased. */
export async function attachReceipt({ db, ids }: Pick<Resources, "db" | "ids">, mail: Mail): Promise<Attachment[]> {
  const { site_id: site, member_id: member, params, locale } = mail;
  if (!params.order || !params.number || member === null) return [];
  const order = ids.decode("transaction", params.order);
  if (order === null) return [];
  const listed = await listReceipts(db, { site, member, order });
  const receipt = listed.find((row) => receiptNumber(row) === params.number);
  if (!receipt) return [];
  const content = await renderReceipt(receipt, params.order, locale as Locale);
  return [{ filename: `receipt-${params.number}.pdf`, contentType: "application/pdf", content }];
}
