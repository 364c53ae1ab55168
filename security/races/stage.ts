/** The setup of a race: unused members, and assertions on answers and rows. */
import type { ErrorCode } from "@serenade/contract/errors";
import { pause } from "../../faults/servers.ts";
import type { App } from "../../server/app.ts";
import { signedName } from "../../server/modules/mail/signed-names/rules.ts";
import type { Client, Reply } from "../../server/test/client.ts";
import type { Report } from "../check.ts";
import { as, type Person, person } from "../people.ts";
import type { Target } from "../target.ts";

/** Concurrent requests; fewer in the sample, which runs beside other tests. */
export const AT_ONCE = { whole: 60, sample: 24 };

/** Credits beside the two of sign-up; each member is used by one race. */
const RUNNERS = {
  spender: { premium: true, credits: 19 },
  giver: { premium: true, credits: 21 },
  buyer: {},
  payer: {},
  sender: { premium: true, credits: 10 },
  repeater: { premium: true, credits: 100 },
  opener: { premium: true, credits: 100 },
  starter: { credits: 100 },
  blocked: { premium: true, credits: 200 },
  blocker: {},
  swiper: { looking_for: ["woman", "man"] },
  poster: {},
  traveller: {},
  searcher: {},
  newMember: { unconfirmed: true },
  forgetful: {},
  mover: {},
  deletingMember: {},
  exporter: {},
  subscriber: {},
} as const;
type Runner = keyof typeof RUNNERS;

export interface Stage {
  target: Target;
  report: Report;
  round: number;
  /** Concurrent requests. */
  many: number;
  runners: Record<Runner, Person>;
  /** Confirmed members who only receive likes and messages. */
  others: Person[];
  /** That member in a browser with its own network. */
  browser(who: Person): Client;
  /** The token of an unsubscribe link, which needs no email. */
  unsubscribeToken: string;
}

/** Checks the rows after the race, with the product stopped. */
export type RowCheck = (app: App) => Promise<void>;
export type Race = (stage: Stage) => Promise<RowCheck>;

export async function newRunners(app: App, round: number): Promise<Pick<Stage, "runners" | "unsubscribeToken">> {
  const runners: Partial<Record<Runner, Person>> = {};
  for (const [name, wishes] of Object.entries(RUNNERS))
    runners[name as Runner] = await person(app, `${name} ${round}`, wishes as never);
  const subscriber = { site: 1, member: runners.subscriber!.number };
  return {
    runners: runners as Record<Runner, Person>,
    unsubscribeToken: signedName(app.config.appSecret, "unsubscribe", subscriber),
  };
}

export const browserOf =
  (target: Target) =>
  (who: Person): Client =>
    as(target.client(), who);

/** Sends `count` requests concurrently. */
export const concurrently = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Exactly this many answers succeed, and each other one is one of the named refusals. */
export function expectAnswers(
  { report, round }: Stage,
  what: string,
  answers: Pick<Reply<unknown>, "status" | "body">[],
  yes: number,
  refusals: ErrorCode[],
): void {
  const good = answers.filter(({ status }) => status < 300).length;
  report.figure(what, `${good} of ${answers.length}`);
  report.count("requests", answers.length);
  if (good !== yes) report.wrong(`${what}, round ${round}: ${good} instead of ${yes}`);
  const odd = answers.filter(
    ({ status, body }) => status >= 300 && !refusals.includes((body as { error: ErrorCode }).error),
  );
  const unexpected = Map.groupBy(odd, ({ status, body }) => `${status} ${JSON.stringify(body).slice(0, 200)}`);
  for (const [answer, times] of unexpected) report.wrong(`${what}, round ${round}: ${times.length} times ${answer}`);
}

/** One count of the rows is as expected. */
export async function expectCount(
  { report, round }: Stage,
  app: App,
  what: string,
  expected: number,
  sql: string,
  params: unknown[],
): Promise<void> {
  const { rows } = await app.db.raw(`select (${sql})::int as n`, params);
  const { n } = rows[0] as { n: number };
  report.count("row counts compared");
  if (n !== expected) report.wrong(`${what}, round ${round}: ${n} instead of ${expected}`);
}

const TRIES = 300;

/** The token of the newest link to `page` emailed to an address; waits for the email. */
export async function tokenFor({ target }: Stage, email: string, page: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await target.client().fetch("/dev/outbox.json");
    const mails = (await answer.json()) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links.map((link) => new URL(link)));
    const link = links.find(({ pathname, searchParams }) => pathname === page && searchParams.has("token"));
    if (link) return link.searchParams.get("token")!;
    await pause(100);
  }
  throw new Error(`no link to ${page} was sent to ${email}`);
}
