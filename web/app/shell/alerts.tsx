import { classes } from "~/ui/classes.ts";
import { ActivationReminder } from "./activation-reminder.tsx";
import { MailsStoppedAlert } from "./mails-stopped-alert.tsx";
import { PhotoAlert } from "./photo-alert.tsx";
import { PushAlert } from "./push-alert.tsx";

/**
 * What a member should know, between the navigation and the page (§4). Each part knows when it is to be seen. `one`: on a phone
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
      <PhotoAlert />
      <PushAlert />
    </div>
  );
}
