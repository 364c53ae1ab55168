import { ActivationReminder } from "./activation-reminder.tsx";
import { MailsStoppedAlert } from "./mails-stopped-alert.tsx";
import { PhotoAlert } from "./photo-alert.tsx";
import { PushAlert } from "./push-alert.tsx";

/** What a member should know, between the navigation and the page (§4). Each part knows when it is to be seen. */
export function Alerts() {
  return (
    <div className="page grid gap-3 not-empty:pt-4 not-empty:pb-3 empty:hidden">
      <ActivationReminder />
      <MailsStoppedAlert />
      <PhotoAlert />
      <PushAlert />
    </div>
  );
}
