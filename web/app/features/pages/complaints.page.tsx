import { COMPLAINT_MESSAGE_MAX } from "@serenade/contract/limits";
import { COMPLAINT_KINDS, ComplaintApi, ComplaintForm } from "@serenade/contract/moderation";
import { PagesApi } from "@serenade/contract/pages";
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
import { Checkbox } from "~/ui/choice.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import type { Route } from "./+types/complaints.page";
import { CaseOpened } from "./case-opened.tsx";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** Complaints (§2 complaints): about content, a person or a decision, also without an account. */
export async function loader(visit: Route.LoaderArgs) {
  return { page: await loaderApi(visit)(PagesApi.read, { query: { token: "complaints" } }) };
}

const complaint = {
  schema: ComplaintForm,
  read: (fields: FormData) => ({
    ...(fields.get("name") ? { name: fields.get("name") } : {}),
    email: fields.get("email") ?? "",
    kind: fields.get("kind") ?? "",
    subject: fields.get("subject") ?? "",
    message: fields.get("message") ?? "",
    good_faith: fields.has("good_faith"),
  }),
};

const submit = (call: Call, request: Request) =>
  submitForm(request, complaint, (body) => call(ComplaintApi.file, { body }));

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function Complaints({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const t = useTranslations("pages.complaints");
  const done = actionData && "case" in actionData ? actionData.case : null;
  return (
    <PageFrame page={page}>
      {done ? (
        <CaseOpened number={done} title={t("done")} />
      ) : (
        <Complaint failure={isFormFailure(actionData) ? actionData : undefined} />
      )}
    </PageFrame>
  );
}

function Complaint({ failure }: { failure: Parameters<typeof useForm>[0]["failure"] }) {
  const t = useTranslations("pages.complaints");
  const p = useTranslations("pages");
  const user = useUser();
  const start = { email: user?.email, name: user?.name };
  const form = useForm({ ...complaint, failure, start, saveAs: "complaint" });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <SelectField {...form.field("kind")} label={t("kind")} required>
          <option value="">{p("choose")}</option>
          {COMPLAINT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField {...form.field("subject")} label={t("subject")} hint={t("subject_hint")} maxLength={500} required />
        <TextareaField
          {...form.field("message")}
          label={t("message")}
          rows={6}
          maxLength={COMPLAINT_MESSAGE_MAX}
          required
        />
        <TextField {...form.field("name")} label={t("name")} autoComplete="name" maxLength={100} />
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
        <Checkbox
          name="good_faith"
          label={t("good_faith")}
          defaultChecked={form.values("good_faith").length > 0}
          error={form.errors.good_faith}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" size="large" wide busy={form.busy}>
          {p("send")}
        </Button>
      </Form>
    </Card>
  );
}
