import { classes } from "~/ui/classes.ts";
import { ActivationReminder } from "./activation-reminder.tsx";
import { MailsStoppedAlert } from "./mails-stopped-alert.tsx";
import { PhotoAlert } from "./photo-alert.tsx";
import { PushAlert } from "./push-alert.tsx";
import { TimeBonusBanner } from "./time-bonus-banner.tsx";

/**
 * Alerts for a member, between the navigation and the page (§4). Each decides whether it shows. `one`: on a phone
 * only the first, where two would leave no room for a conversation.
 */
export function Alerts({ one = false }: { one?: boolean }) {
  return (
    <div
      data-notices
      className={classes(
        "page grid gap-3 not-empty:pt-4 not-empty:pb-3 max-sm:gap-2 max-sm:not-empty:py-2 empty:hidden",
        one && "max-md:[&>*+*]:hidden",
      )}
    >
      <ActivationReminder />
      <MailsStoppedAlert />
      <TimeBonusBanner />
      <PhotoAlert />
      <PushAlert />
    </div>
  );
}
