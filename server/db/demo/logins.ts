/**
 * One login per kind of member, printed at start: who they are in the community, and what makes them that kind. All live
 * where English is spoken, so that the product opens in English for those who chose no language.
 */
export interface DemoLogin {
  kind: "free" | "premium" | "out of credits" | "not confirmed";
  email: string;
  /** Which member of the community wears this login. */
  number: number;
  premium: boolean;
  confirmed: boolean;
  /** Credits after their conversations. */
  credits: number;
}

export const DEMO_PASSWORD = "an evening out";

export const DEMO_LOGINS: DemoLogin[] = [
  { kind: "free", email: "free@example.test", number: 374, premium: false, confirmed: true, credits: 12 },
  { kind: "premium", email: "premium@example.test", number: 15, premium: true, confirmed: true, credits: 60 },
  { kind: "out of credits", email: "broke@example.test", number: 20, premium: false, confirmed: true, credits: 0 },
  { kind: "not confirmed", email: "new@example.test", number: 47, premium: false, confirmed: false, credits: 2 },
];
