import type { ChatItem } from "@serenade/contract/chat";

/** Letters that no accent parts from their plain form. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d" };

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøæœßđ]/g, (letter) => PLAIN[letter]!)
    .trim();

/** Conversations with people whose name holds these letters, whatever their case and accents. */
export function named(chats: ChatItem[], letters: string): ChatItem[] {
  const wanted = plain(letters);
  return wanted ? chats.filter(({ profile }) => plain(profile.name).includes(wanted)) : chats;
}
