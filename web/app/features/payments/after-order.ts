import type { Transaction } from "@serenade/contract/payments";
import { redirect, redirectDocument } from "react-router";
import { paths } from "~/paths.ts";

/** To the provider's page while there is something to pay or approve, else to what became of the payment. */
export function afterOrder({
  transaction,
  redirect: address,
}: {
  transaction: Transaction;
  redirect: string | null;
}): Response {
  const open = transaction.status === "loading" || transaction.status === "pending";
  return open && address ? redirectDocument(address) : redirect(paths.transaction(transaction.id));
}
