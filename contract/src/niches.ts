/**
 * What differs by niche (§1, product.md 3): the words (texts home.niches.<name>), the picture, the accent and the order of the
 * questions. A new niche is a line here and words in eleven languages. The site's settings refer to one by number.
 */
export type Question = "message" | "gender" | "looking_for" | "birth" | "name" | "email" | "password";

export type Accent = "orange" | "lilac" | "rose" | "coral" | "green" | "gold" | "teal";

interface Niche {
  name: "evening" | "lasting" | "night" | "garden" | "outdoors" | "table" | "stage";
  accent: Accent;
  questions: readonly Question[];
}

export const NICHES: Readonly<Record<number, Niche>> = {
  1: {
    name: "evening",
    accent: "orange",
    questions: ["message", "gender", "looking_for", "birth", "name", "email", "password"],
  },
  // long-term partner: first about the member
  2: {
    name: "lasting",
    accent: "teal",
    questions: ["message", "name", "birth", "gender", "looking_for", "email", "password"],
  },
  // a date for tonight: first about the person they look for
  3: {
    name: "night",
    accent: "rose",
    questions: ["message", "looking_for", "gender", "name", "birth", "email", "password"],
  },
  // over fifty: the date of birth first
  4: {
    name: "garden",
    accent: "lilac",
    questions: ["message", "birth", "gender", "looking_for", "name", "email", "password"],
  },
  5: {
    name: "outdoors",
    accent: "green",
    questions: ["message", "name", "gender", "looking_for", "birth", "email", "password"],
  },
  6: {
    name: "table",
    accent: "gold",
    questions: ["message", "looking_for", "gender", "birth", "name", "email", "password"],
  },
  7: {
    name: "stage",
    accent: "coral",
    questions: ["message", "gender", "looking_for", "name", "birth", "email", "password"],
  },
};

export const nicheOf = (number: number): Niche => NICHES[number] ?? NICHES[1]!;
