import { TICKET_MESSAGE_MAX } from "@serenade/contract/limits";
import { PagesApi } from "@serenade/contract/pages";
import { ServiceApi, TICKET_TOPICS, TicketForm } from "@serenade/contract/tickets";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import type { Route } from "./+types/service.page";
import { CaseOpened } from "./case-opened.tsx";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** Customer service (§2 service): a question with a topic becomes a case with a number. */
export async function loader(visit: Route.LoaderArgs) {
  return { page: await loaderApi(visit)(PagesApi.read, { query: { token: "service" } }) };
}

const question = {
  schema: TicketForm,
  read: (fields: FormData) => ({
    email: fields.get("email") ?? "",
    topic: fields.get("topic") ?? "",
    message: fields.get("message") ?? "",
  }),
};

const submit = (call: Call, request: Request) =>
  submitForm(request, question, (body) => call(ServiceApi.write, { body }));

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function Service({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const t = useTranslations("pages.service");
  const done = actionData && "case" in actionData ? actionData.case : null;
  return (
    <PageFrame page={page}>
      {done ? (
        <CaseOpened number={done} title={t("done")} />
      ) : (
        <Question failure={isFormFailure(actionData) ? actionData : undefined} />
      )}
    </PageFrame>
  );
}

function Question({ failure }: { failure: Parameters<typeof useForm>[0]["failure"] }) {
  const t = useTranslations("pages.service");
  const p = useTranslations("pages");
  const user = useUser();
  const form = useForm({ ...question, failure, start: { email: user?.email }, saveAs: "service" });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <TextField
          {...form.field("email")}
          label={p("email")}
          hint={p("email_hint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <SelectField {...form.field("topic")} label={t("topic")} required>
          <option value="">{p("choose")}</option>
          {TICKET_TOPICS.map((topic) => (
            <option key={topic} value={topic}>
              {t(`topics.${topic}`)}
            </option>
          ))}
        </SelectField>
        <TextareaField
          {...form.field("message")}
          label={t("message")}
          rows={6}
          maxLength={TICKET_MESSAGE_MAX}
          required
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" size="large" wide busy={form.busy}>
          {p("send")}
        </Button>
      </Form>
    </Card>
  );
}
