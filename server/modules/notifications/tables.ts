/** Rows of what a member's counters and version are, and of what somebody chose to be told. */
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
