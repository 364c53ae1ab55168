import type { Session } from "@serenade/contract/security";
import { Form } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { Alert } from "~/ui/alert.tsx";
import { TextBadge } from "~/ui/badge.tsx";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useTimeZone } from "~/ui/time-zone.ts";
import { Section } from "../section.tsx";
import { doneIn, failureIn } from "../security-actions.ts";

export function SessionsSection({ sessions, actionData }: { sessions: Session[]; actionData: unknown }) {
  const t = useTranslations("security.sessions");
  const done = doneIn(actionData, "session");
  return (
    <Section id="sessions" title={t("title")} lead={t("lead")}>
      {done && (
        <Alert variant="success" announce>
          {done.device ? t("ended", { device: done.device }) : t("ended_others")}
        </Alert>
      )}
      <FormMessage>{failureIn(actionData, "session")?.message}</FormMessage>
      <ul className="grid divide-y divide-line">
        {sessions.map((session) => (
          <Place key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="session" />
          <Button type="submit" variant="quiet" icon="logout">
            {t("others")}
          </Button>
        </Form>
      )}
    </Section>
  );
}

function Place({ session }: { session: Session }) {
  const t = useTranslations("security.sessions");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const { id, device, country, last_seen, current } = session;
  const time = format.dateTime(new Date(last_seen), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon name="device" className="size-6 text-ink-soft" />
      <span className="grid min-w-40 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {current && <TextBadge>{t("current")}</TextBadge>}
        </span>
        <span className="text-sm text-ink-soft">{country ? t("seen_in", { country, time }) : t("seen", { time })}</span>
      </span>
      {!current && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="session" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="device" value={device} />
          <Button type="submit" variant="quiet" size="small" aria-label={t("end_label", { device })}>
            {t("end")}
          </Button>
        </Form>
      )}
    </li>
  );
}
