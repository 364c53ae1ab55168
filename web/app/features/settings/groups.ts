/** The pages of the settings, in the order of the index. */
export const GROUPS = ["account", "notifications", "privacy", "security", "money"] as const;
export type Group = (typeof GROUPS)[number];

export const ICONS: Record<Group, string> = {
  account: "user",
  notifications: "bell",
  privacy: "eye",
  security: "shield",
  money: "credit-card",
};

/** The group that an address shows; null is the index. Links in emails name a task instead of a group. */
export function groupIn(section: string | undefined, search: URLSearchParams): Group | null | undefined {
  if (section !== undefined) return GROUPS.find((group) => group === section);
  if (search.has("token")) return "privacy";
  if (search.has("leave") || search.has("leaving")) return "account";
  return null;
}
