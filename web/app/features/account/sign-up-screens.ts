import { nicheOf, type Question } from "@serenade/contract/niches";

/** Names the title of a screen. */
type Title = "message" | "who" | "you" | "birth" | "name" | "login" | "consent";
export interface Screen {
  title: Title;
  questions: Question[];
  /** The API's fields that it asks for. */
  fields: string[];
}

const SUBJECTS: Record<Question, "message" | "who" | "you" | "login"> = {
  message: "message",
  gender: "who",
  looking_for: "who",
  birth: "you",
  name: "you",
  email: "login",
  password: "login",
};
const FIELDS: Partial<Record<Question, string>> = { message: "signup_message", birth: "date_of_birth" };
/** Besides the consent, and a message if there is one. */
const MOST = 3;

/** The account step in short screens: what follows one another in the niche's order and belongs together is one. */
export function screensOf(niche: number, { message }: { message: boolean }): Screen[] {
  const runs: Question[][] = [];
  for (const question of nicheOf(niche).questions.filter((one) => one !== "message")) {
    const run = runs.at(-1);
    if (run && SUBJECTS[run[0]!] === SUBJECTS[question]) run.push(question);
    else runs.push([question]);
  }
  if (runs.length > MOST) runs.splice(-2, 2, runs.slice(-2).flat());
  if (message) runs.unshift(["message"]);
  const screens = runs.map((questions) => ({
    title: titleOf(questions),
    questions,
    fields: questions.map((question) => FIELDS[question] ?? question),
  }));
  screens[0]!.fields.push("invitation");
  return [...screens, { title: "consent", questions: [], fields: ["terms", "consent"] }];
}

function titleOf(questions: Question[]): Title {
  const [first] = questions;
  if (questions.length === 1 && (first === "birth" || first === "name")) return first;
  return questions.includes("password") && !questions.includes("birth") ? "login" : SUBJECTS[first!];
}
