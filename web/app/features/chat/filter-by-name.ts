import type { ChatItem } from "@serenade/contract/chat";

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d" };

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøæœßđ]/g, (letter) => PLAIN[letter]!)
    .trim();

/** Conversations whose member's name contains the query; ignores case and accents. */
export function filterByName(chats: ChatItem[], query: string): ChatItem[] {
  const letters = plain(query);
  return letters ? chats.filter(({ profile }) => plain(profile.name).includes(letters)) : chats;
}
