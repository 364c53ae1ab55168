/** What a race has: people who have done nothing yet, and what it holds the answers and the rows against. */
import type { ErrorCode } from "@serenade/contract/errors";
import { pause } from "../../faults/servers.ts";
import type { App } from "../../server/app.ts";
import { signedName } from "../../server/modules/mail/rules.ts";
import type { Client, Reply } from "../../server/test/client.ts";
import type { Report } from "../check.ts";
import type { Ground } from "../ground.ts";
import { as, type Person, person } from "../people.ts";

/** How many requests set off together; the sample is for a machine that has other things to do. */
export const AT_ONCE = { whole: 60, sample: 24 };

/** Credits beside the two of sign-up; each is used up by one race. */
const RUNNERS = {
  spender: { premium: true, credits: 19 },
  giver: { premium: true, credits: 21 },
  orderer: {},
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
  arriver: { unconfirmed: true },
  forgetful: {},
  mover: {},
  leaver: {},
  keeper: {},
  subscriber: {},
} as const;
type Runner = keyof typeof RUNNERS;

export interface Stage {
  ground: Ground;
  report: Report;
  round: number;
  /** Requests that set off together. */
  many: number;
  runners: Record<Runner, Person>;
  /** Confirmed members that are only liked, written to and shown. */
  others: Person[];
  /** That person in a browser of a network of its own. */
  browser(who: Person): Client;
  /** Of the link in a mail: the subscriber's, which needs no mail to be known. */
  unsubscribeToken: string;
}

/** Looks at the rows once the race is over and the product stopped. */
export type Proof = (app: App) => Promise<void>;
export type Race = (stage: Stage) => Promise<Proof>;

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
  (ground: Ground) =>
  (who: Person): Client =>
    as(ground.client(), who);

/** Sets `count` requests off together. */
export const together = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Exactly so many answers are a yes, and each other one is one of the named refusals. */
export function hold(
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
  const said = Map.groupBy(odd, ({ status, body }) => `${status} ${JSON.stringify(body).slice(0, 200)}`);
  for (const [answer, times] of said) report.wrong(`${what}, round ${round}: ${times.length} times ${answer}`);
}

/** One number of the rows is what it has to be. */
export async function same(
  { report, round }: Stage,
  app: App,
  what: string,
  expected: number,
  sql: string,
  params: unknown[],
): Promise<void> {
  const { rows } = await app.db.raw(`select (${sql})::int as n`, params);
  const { n } = rows[0] as { n: number };
  report.count("counts of rows compared");
  if (n !== expected) report.wrong(`${what}, round ${round}: ${n} instead of ${expected}`);
}

const TRIES = 300;

/** The token of the newest link to `page` that was mailed to an address; the mail may still be on its way. */
export async function tokenFor({ ground }: Stage, email: string, page: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await ground.client().fetch("/dev/outbox.json");
    const mails = (await answer.json()) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links.map((link) => new URL(link)));
    const link = links.find(({ pathname, searchParams }) => pathname === page && searchParams.has("token"));
    if (link) return link.searchParams.get("token")!;
    await pause(100);
  }
  throw new Error(`no link to ${page} was mailed to ${email}`);
}
