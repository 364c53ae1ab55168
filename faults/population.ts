/** The people of a driver's run, made before the product starts: pairs who talk, members who buy. */
import { type App, openApp } from "../server/app.ts";
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
  await app.close();
  return { pairs, buyers };
}

async function person(app: App, name: string, credits: number): Promise<Person> {
  const form = {
    email: `${name}@example.test`,
    name,
    password: "a quiet evening in",
    date_of_birth: "1990-05-05",
    gender: "woman",
    looking_for: ["man" as const],
    country: "NL",
    terms: true,
    consent: true,
  } as const;
  const id = (await signUp(app, {
    site: 1,
    form: { ...form, looking_for: ["man"] },
    locale: "en",
    country: null,
    key: null,
    baseUrl: "http://localhost",
  }))!;
  await app.db.transaction(async (tx) => {
    await confirmMember(app, tx, 1, id);
    if (!credits) return;
    await makePremium(app, tx, 1, id);
    await moveCredits(tx, { site: 1, member: id, amount: credits, kind: "bonus", idem: "driver", at: app.clock.iso() });
  });
  const token = await openSession(app, app.db, 1, id, "a driver");
  return { id: app.ids.seal("member", id), cookie: `auth=${token}` };
}
