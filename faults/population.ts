/** The members of a run, created before the product starts: pairs who chat, buyers, and minimal profiles. */
import type { SignupForm } from "@serenade/contract/account";
import { type App, openApp } from "../server/app.ts";
import { CARELESS, type Careless } from "../server/db/demo/careless.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { signUp } from "../server/modules/account/commands.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { moveCredits } from "../server/modules/credits/commands.ts";
import { confirmMember, makePremium } from "../server/modules/members/commands.ts";

export interface Person {
  id: string;
  cookie: string;
}

export interface Population {
  /** Each writes to the other. */
  pairs: [Person, Person][];
  buyers: Person[];
}

const CREDITS = 1_000_000;

export async function populate(
  env: Record<string, string>,
  counts: { pairs: number; buyers: number },
): Promise<Population> {
  const app = await openApp(readConfig({ MODE: "test", LOG_LEVEL: "error", ...env }));
  await createFirstSite(app);
  const pairs: [Person, Person][] = [];
  for (let n = 0; n < counts.pairs; n++)
    pairs.push([await person(app, `left${n}`, CREDITS), await person(app, `right${n}`, CREDITS)]);
  const buyers: Person[] = [];
  for (let n = 0; n < counts.buyers; n++) buyers.push(await person(app, `buyer${n}`, 0));
  for (const one of CARELESS) await careless(app, one);
  await app.close();
  return { pairs, buyers };
}

/** Members with nothing but the sign-up data. */
async function careless(app: App, one: Careless): Promise<void> {
  const { name, email, gender, looking_for, country, confirmed } = one;
  const about = { name, email, gender, looking_for, country, date_of_birth: one.date_of_birth(app.clock.iso()) };
  const id = await enter(app, about);
  if (confirmed) await app.db.transaction((tx) => confirmMember(app, tx, 1, id));
}

async function person(app: App, name: string, credits: number): Promise<Person> {
  const id = await enter(app, {
    email: `${name}@example.test`,
    name,
    date_of_birth: "1990-05-05",
    gender: "woman",
    looking_for: ["man"],
    country: "NL",
  });
  await app.db.transaction(async (tx) => {
    await confirmMember(app, tx, 1, id);
    if (!credits) return;
    await makePremium(app, tx, 1, id);
    await moveCredits(tx, { site: 1, member: id, amount: credits, kind: "bonus", idem: "driver", at: app.clock.iso() });
  });
  const token = await openSession(app, app.db, 1, id, "a driver");
  return { id: app.ids.encode("member", id), cookie: `auth=${token}` };
}

type About = Pick<SignupForm, "email" | "name" | "date_of_birth" | "gender" | "looking_for" | "country">;

async function enter(app: App, about: About): Promise<number> {
  const form = { ...about, password: "a quiet evening in", terms: true, consent: true } as const;
  const from = { locale: "en", country: null, key: null, baseUrl: "http://localhost" } as const;
  return (await signUp(app, { site: 1, form, ...from }))!;
}
