import { ExportApi } from "@serenade/contract/security";
import { type FormEvent, useState } from "react";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { addressOf } from "~/platform/call.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, failureIn } from "../security-actions.ts";

/** Requested here, and downloaded here once, with the token from the email. */
export function ExportSection({ token, actionData }: { token: string | null; actionData: unknown }) {
  const t = useTranslations("security.export");
  const busy = useBusy("export");
  return (
    <Section id="export" title={t("title")} lead={t("lead")}>
      {token ? (
        <Fetch token={token} />
      ) : (
        <Form method="post" preventScrollReset className="grid gap-4">
          <input type="hidden" name="intent" value="export" />
          {doneIn(actionData, "export") && (
            <Alert variant="success" announce>
              {t("asked")}
            </Alert>
          )}
          <FormMessage>{failureIn(actionData, "export")?.message}</FormMessage>
          <Button type="submit" variant="quiet" icon="download" className="justify-self-start" busy={busy}>
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
  const [error, setError] = useState("");
  // With script an error shows here; without, the browser downloads the file or shows the response.
  const fetchFile = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const response = await fetch(addressOf(ExportApi.fetch, { token })).catch(() => null);
    if (!response?.ok) {
      const body = (await response?.json().catch(() => null)) as { message?: string } | null | undefined;
      return setError(body?.message ?? e("network"));
    }
    setError("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = "export.zip";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <form method="get" action={ExportApi.fetch.path} onSubmit={fetchFile} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <Alert variant="info">{t("ready")}</Alert>
      <FormMessage>{error}</FormMessage>
      <Button type="submit" icon="download" className="justify-self-start">
        {t("fetch")}
      </Button>
    </form>
  );
}
