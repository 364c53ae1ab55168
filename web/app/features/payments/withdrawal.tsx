import type { Transaction } from "@serenade/contract/payments";
import { Form, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";

/** Withdrawal in two steps (product.md 7): the first says what happens, the second does it; both without script. */
export function Withdrawal({ transaction, error }: { transaction: Transaction; error: string | undefined }) {
  const t = useTranslations("payments.withdrawal");
  const busy = useNavigation().formData?.get("act") === "withdraw";
  return (
    <details open={error !== undefined} className="group grid">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center justify-self-center font-semibold text-link">
        {t("start")}
      </summary>
      <Form method="post" className="mt-2 grid gap-3 rounded-control bg-sunken p-4 text-left">
        <p>{t("explain", { count: transaction.credits })}</p>
        <FormMessage>{error}</FormMessage>
        <Button type="submit" name="act" value="withdraw" variant="quiet" wide busy={busy}>
          {t("confirm")}
        </Button>
      </Form>
    </details>
  );
}
