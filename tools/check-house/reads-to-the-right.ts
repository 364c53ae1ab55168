/**
 * Existing statements that read a table of a module to the right of their own, by module and table. They are older than
 * the rule. A new one fails, and so does a count that is too high.
 */
import type { Reads } from "./reads.ts";

export const READS_TO_THE_RIGHT: Reads = {
  kernel: { sites: 1 },
  mail: { accounts: 3 },
  push: {
    member_state: 1,
    notification_choices: 1,
    members: 1,
    blocks: 1,
    accounts: 1,
    sessions: 2,
    likes: 1,
    conversations: 1,
  },
  notifications: { wallets: 6, members: 2, blocks: 2, likes: 2, conversations: 2 },
  discounts: { members: 1 },
  members: { member_preferences: 1, likes: 2 },
  moderation: { accounts: 1, conversations: 1, messages: 1, chat_photos: 1 },
  account: { chat_photos: 1, orders: 1 },
  search: { likes: 1 },
};
