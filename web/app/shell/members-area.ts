/** Route ids of the members area (§2): where the welcome banner and the time bonus modal may show. */
export const MEMBERS_AREA = new Set(["members", "members-id", "chats", "likes", "likes-type", "likes-m-id", "premium"]);
