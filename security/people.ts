/** Members with private data of every kind, created before the product starts. */
import type { SignupForm } from "@serenade/contract/account";
import type { App } from "../server/app.ts";
import { CARELESS } from "../server/db/demo/careless.ts";
import { signUp } from "../server/modules/account/commands.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { moveCredits } from "../server/modules/credits/commands.ts";
import { confirmMember, makePremium } from "../server/modules/members/commands.ts";
import type { Client } from "../server/test/client.ts";

export const PASSWORD = "a quiet evening in";

export interface Person {
  /** Encrypted, as in the API. */
  id: string;
  /** Internal. */
  number: number;
  name: string;
  email: string;
  session: string;
}

export interface People {
  /** Premium, 1,000 credits. */
  anna: Person;
  bram: Person;
  /** Free, the credits of sign-up. */
  carol: Person;
  /** Not confirmed. */
  dirk: Person;
  /** Free, confirmed, without contacts: for limits that are used up. */
  others: Person[];
}

const OTHERS = 60;

export async function populate(app: App): Promise<People> {
  const anna = await person(app, "Anna", { premium: true, credits: 1_000 });
  const bram = await person(app, "Bram", { premium: true, credits: 1_000, gender: "man", looking_for: ["woman"] });
  const carol = await person(app, "Carol", { looking_for: ["woman", "man"] });
  const dirk = await person(app, "Dirk", { unconfirmed: true, gender: "man", looking_for: ["woman"] });
  const others: Person[] = [];
  for (let n = 0; n < OTHERS; n++)
    others.push(await person(app, `Other ${n}`, { gender: n % 2 ? "man" : "woman", looking_for: ["woman", "man"] }));
  for (const one of CARELESS) await person(app, one.name, { email: one.email, unconfirmed: !one.confirmed });
  return { anna, bram, carol, dirk, others };
}

interface Wishes extends Partial<Pick<SignupForm, "gender" | "looking_for" | "email">> {
  premium?: boolean;
  credits?: number;
  unconfirmed?: boolean;
}

export async function person(app: App, name: string, wishes: Wishes = {}): Promise<Person> {
  const email = wishes.email ?? `${name.toLowerCase().replaceAll(" ", ".")}@example.test`;
  const form = {
    email,
    name,
    password: PASSWORD,
    date_of_birth: "1990-05-05",
    gender: wishes.gender ?? "woman",
    looking_for: wishes.looking_for ?? ["man"],
    country: "NL",
    terms: true,
    consent: true,
  } as const;
  const from = { locale: "en", country: null, key: null, baseUrl: app.config.baseUrl ?? "http://localhost" } as const;
  const number = (await signUp(app, { site: 1, form: form as never, ...from }))!;
  await app.db.transaction(async (tx) => {
    if (!wishes.unconfirmed) await confirmMember(app, tx, 1, number);
    if (wishes.premium) await makePremium(app, tx, 1, number);
    if (wishes.credits) {
      const gift = { amount: wishes.credits, kind: "bonus", idem: "security", at: app.clock.iso() } as const;
      await moveCredits(tx, { site: 1, member: number, ...gift });
    }
  });
  const session = await openSession(app, app.db, 1, number, "a check");
  return { id: app.ids.encode("member", number), number, name, email, session };
}

/** Logs a browser in as this member. */
export function as(client: Client, { session }: Person): Client {
  client.setCookie("auth", session);
  return client;
}
