/** Rows of what a member's counters and version are, and of push subscriptions. */
export interface MemberStateRow {
  version: number;
  unread: number;
  new_likes: number;
}
