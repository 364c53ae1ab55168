import { useMatches } from "react-router";
import { ActivationReminder } from "./activation-reminder.tsx";
import { COMPACT_PAGES } from "./compact-pages.ts";
import { MailsStoppedAlert } from "./mails-stopped-alert.tsx";
import { PhotoAlert } from "./photo-alert.tsx";
import { PushAlert } from "./push-alert.tsx";
import { TermsAlert } from "./terms-alert.tsx";
import { TimeBonusBanner } from "./time-bonus-banner.tsx";

/** Alerts for a member, between the navigation and the page (§4). Each decides whether it shows; the first one does. */
export function Alerts() {
  const compact = useMatches().some(({ id }) => COMPACT_PAGES.has(id));
  return (
    <div
      data-notices
      data-compact={compact || undefined}
      className="group/notices page not-empty:pt-4 not-empty:pb-3 max-sm:not-empty:py-2 data-compact:not-empty:py-1.5 empty:hidden [&>*+*]:hidden"
    >
      <TermsAlert />
      <ActivationReminder />
      <MailsStoppedAlert />
      <TimeBonusBanner />
      <PhotoAlert />
      <PushAlert />
    </div>
  );
}
