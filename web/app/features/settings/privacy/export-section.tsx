import { ExportApi } from "@serenade/contract/security";
import { type FormEvent, useState } from "react";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { addressOf } from "~/kernel/call.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, refusedIn } from "../security-actions.ts";

/** Asked for here, and fetched here with the token of the mail: once. */
export function ExportSection({ token, answer }: { token: string | null; answer: unknown }) {
  const t = useTranslations("security.export");
  const busy = useBusy("export");
  return (
    <Section id="export" title={t("title")} lead={t("lead")}>
      {token ? (
        <Fetch token={token} />
      ) : (
        <Form method="post" preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value="export" />
          {doneIn(answer, "export") && (
            <Alert look="success" announce>
              {t("asked")}
            </Alert>
          )}
          <FormMessage>{refusedIn(answer, "export")?.message}</FormMessage>
          <Button type="submit" look="quiet" icon="download" className="justify-self-start" busy={busy}>
            {t("ask")}
          </Button>
        </Form>
      )}
    </Section>
  );
}

function Fetch({ token }: { token: string }) {
  const t = useTranslations("security.export");
  const e = useTranslations("errors");
  const [wrong, setWrong] = useState("");
  // With script a refusal stands here; without, the browser fetches the file or shows the answer by itself.
  const fetchFile = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answer = await fetch(addressOf(ExportApi.fetch, { token })).catch(() => null);
    if (!answer?.ok) {
      const body = (await answer?.json().catch(() => null)) as { message?: string } | null | undefined;
      return setWrong(body?.message ?? e("network"));
    }
    setWrong("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = "export.zip";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <form method="get" action={ExportApi.fetch.path} onSubmit={fetchFile} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <Alert look="info">{t("ready")}</Alert>
      <FormMessage>{wrong}</FormMessage>
      <Button type="submit" icon="download" className="justify-self-start">
        {t("fetch")}
      </Button>
    </form>
  );
}
