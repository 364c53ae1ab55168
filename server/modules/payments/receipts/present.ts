/** The PDF attached to the mail about a purchase. */
import type { Locale } from "@serenade/contract/locales";
import type { Resources } from "../../../kernel/resources.ts";
import type { Attachment } from "../../mail/gateway.ts";
import { renderReceipt } from "./gateway.ts";
import { listReceipts } from "./queries.ts";
import { receiptNumber } from "./rules.ts";

/** The columns of the mail outbox that are needed here. */
interface Mail {
  site_id: number;
  member_id: number | null;
  kind: string;
  params: { order?: string; number?: string };
  locale: string;
}

/** The attachment of a receipt's mail; none for other mails, and none once the member is erased. */
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
