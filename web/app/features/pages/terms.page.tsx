import { TermsApi } from "@serenade/contract/account";
import { PagesApi } from "@serenade/contract/pages";
import { Form } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/terms.page";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** The terms in force with their date (§7); a member whose agreement is to earlier ones is asked again below them. */
export async function loader(visit: Route.LoaderArgs) {
  return { page: await loaderApi(visit)(PagesApi.read, { query: { token: "terms" } }) };
}

async function submit(call: Call, request: Request) {
  const fields = await request.formData();
  try {
    await call(TermsApi.agree, { body: { version: String(fields.get("version")) } });
    return { agreed: true as const };
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function Terms({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const p = useTranslations("pages");
  const t = useTranslations("pages.agreement");
  const format = useFormatter();
  const due = useUser()?.terms_due ?? false;
  const date = format.dateTime(new Date(page.version!), { dateStyle: "long", timeZone: "UTC" });
  return (
    <PageFrame page={page} lead={p("version", { date })}>
      {actionData && "agreed" in actionData ? (
        <Alert variant="success" title={t("done")} announce />
      ) : (
        due && (
          <Card>
            <Form method="post" className="grid gap-4">
              <h2 className="text-lg">{t("title")}</h2>
              <p>{t("text", { date })}</p>
              <input type="hidden" name="version" value={page.version!} />
              <FormMessage>{isFormFailure(actionData) ? actionData.message : undefined}</FormMessage>
              <Button type="submit" size="large" wide>
                {t("agree")}
              </Button>
            </Form>
          </Card>
        )
      )}
    </PageFrame>
  );
}
