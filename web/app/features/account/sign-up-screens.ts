import { nicheOf, type Question } from "@serenade/contract/niches";

type Subject = "message" | "who" | "you" | "login";
/** Names the title: of a subject, or of the one question. */
export interface Screen {
  title: Subject | "birth" | "name";
  questions: Question[];
  /** The API's fields that it asks for. */
  fields: string[];
}

const SUBJECTS: Record<Question, Subject> = {
  message: "message",
  gender: "who",
  looking_for: "who",
  birth: "you",
  name: "you",
  email: "login",
  password: "login",
};
const FIELDS: Partial<Record<Question, string>> = { message: "signup_message", birth: "date_of_birth" };

/** The account step in short screens: what follows one another in the niche's order and belongs together is one. */
export function screensOf(niche: number, { message }: { message: boolean }): Screen[] {
  const screens: (Screen & { subject: Subject })[] = [];
  for (const question of nicheOf(niche).questions) {
    if (question === "message" && !message) continue;
    const subject = SUBJECTS[question];
    const last = screens.at(-1);
    if (last?.subject === subject) last.questions.push(question);
    else screens.push({ subject, title: subject, questions: [question], fields: [] });
  }
  return screens.map(({ subject, questions }, at) => ({
    title: titleOf(subject, questions),
    questions,
    fields: [
      ...questions.map((question) => FIELDS[question] ?? question),
      ...(at === 0 ? ["invitation"] : []),
      ...(at === screens.length - 1 ? ["terms", "consent"] : []),
    ],
  }));
}

function titleOf(subject: Subject, questions: Question[]): Screen["title"] {
  const [only] = questions;
  return questions.length === 1 && (only === "birth" || only === "name") ? only : subject;
}
