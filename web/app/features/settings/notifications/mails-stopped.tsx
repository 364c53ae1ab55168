import { type MailStop, NotificationsApi } from "@serenade/contract/notifications";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { type SectionActions, SectionForm } from "../section.tsx";

export const stoppedActions: SectionActions = {
  resume: (call, fields) =>
    call(NotificationsApi.resume, { body: { reason: String(fields.get("reason")) as MailStop } }),
};

/** Why emails stopped and how to fix it: one block per reason (§4). A fixed one shows its confirmation here. */
export function MailsStopped({ reasons, email }: { reasons: MailStop[]; email: string }) {
  const t = useTranslations("alerts.mails_stopped");
  const [shown, setShown] = useState(reasons);
  const fresh = reasons.filter((reason) => !shown.includes(reason));
  if (fresh.length > 0) setShown([...shown, ...fresh]);
  return shown.map((reason) =>
    reasons.includes(reason) ? (
      <Stopped key={reason} reason={reason} email={email} />
    ) : (
      <Alert key={reason} variant="success" announce>
        {t("back")}
      </Alert>
    ),
  );
}

function Stopped({ reason, email }: { reason: MailStop; email: string }) {
  const t = useTranslations("alerts.mails_stopped");
  const bounced = reason === "bounce";
  return (
    <Alert variant="warning" title={t("title")}>
      <p>{t(`reasons.${reason}`, { email })}</p>
      <SectionForm
        intent="resume"
        saved={bounced ? t("bounce_sent", { email }) : null}
        className="mt-3 grid justify-items-start gap-3"
      >
        {({ busy }) => (
          <>
            <input type="hidden" name="reason" value={reason} />
            <Button type="submit" variant="quiet" size="small" icon="mail" busy={busy}>
              {bounced ? t("bounce_next") : t("again")}
            </Button>
          </>
        )}
      </SectionForm>
    </Alert>
  );
}
