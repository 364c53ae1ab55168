/** Rows of a member's counters and version, and of notification preferences. */
import type { NotificationKind } from "@serenade/contract/notifications";

export interface MemberStateRow {
  version: number;
  unread: number;
  new_likes: number;
}

export interface ChoiceRow {
  kind: NotificationKind;
  mail: boolean;
  push: boolean;
}
