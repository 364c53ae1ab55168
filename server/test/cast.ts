/** People with names. They come in through the front dispatcher: sign-up, the mail, the link. */
import { ActivateApi, SignupApi, type SignupForm } from "@serenade/contract/account";
import type { Id } from "@serenade/contract/ids";
import { ProfileApi } from "@serenade/contract/members";
import { CARELESS, type Careless } from "../db/demo/careless.ts";
import { moveCredits } from "../modules/credits/commands.ts";
import { listSent } from "../modules/mail/queries.ts";
import { confirmMember, makePremium } from "../modules/members/commands.ts";
import { PROFILE_VIEWS, PROFILE_VIEWS_OF_DAY } from "../modules/members/rules.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";

export interface Person extends Client {
  id: Id<"member">;
  /** The id inside. */
  number: number;
  name: string;
  email: string;
}

export const PASSWORD = "a quiet evening in";

const CAST: Record<string, Partial<SignupForm>> = {
  anna: { gender: "woman", looking_for: ["man"], date_of_birth: "1991-04-12", country: "NL" },
  bram: { gender: "man", looking_for: ["woman"], date_of_birth: "1988-09-30", country: "NL" },
  carol: { gender: "woman", looking_for: ["woman", "man"], date_of_birth: "1995-01-02", country: "GB" },
  dirk: { gender: "man", looking_for: ["woman"], date_of_birth: "1979-06-21", country: "DE" },
  elin: { gender: "nonbinary", looking_for: ["woman", "nonbinary"], date_of_birth: "2000-02-29", country: "SE" },
};

export const signupForm = (name: string, change: Partial<SignupForm> = {}): SignupForm => ({
  email: `${name}@example.test`,
  name: name.charAt(0).toUpperCase() + name.slice(1),
  password: PASSWORD,
  date_of_birth: "1990-05-05",
  gender: "woman",
  looking_for: ["man"],
  country: "NL",
  terms: true,
  consent: true,
  ...CAST[name],
  ...change,
});

interface Wishes {
  /** Leave the address unconfirmed. */
  unconfirmed?: boolean;
  premium?: boolean;
  /** Credits in addition to the two of sign-up. */
  credits?: number;
  form?: Partial<SignupForm>;
}

/** Members without any optional field (db/demo/careless.ts), each signed up through the API. */
export async function joinCareless(test: TestApp): Promise<(Person & { careless: Careless })[]> {
  const people: (Person & { careless: Careless })[] = [];
  for (const careless of CARELESS) {
    const { name, email, gender, looking_for, country, countryregion, city, about, interests } = careless;
    const date_of_birth = careless.date_of_birth(test.app.clock.iso());
    const form = { name, email, gender, looking_for, country, date_of_birth };
    const person = await join(test, name, { unconfirmed: !careless.confirmed, form });
    const said = {
      ...(about && { about }),
      ...(interests.length && { interests }),
      ...(countryregion && { location: { country, countryregion, city } }),
    };
    if (Object.keys(said).length > 0) {
      const { status, body } = await person.call(ProfileApi.change, { body: said as never });
      if (status !== 200) throw new Error(`${name} could not say ${JSON.stringify(said)}: ${JSON.stringify(body)}`);
    }
    people.push({ ...person, careless });
  }
  return people;
}

let others = 0;
/** A name that is unique in this file. A counter, because seven random digits in a row would be a phone number. */
export const anotherName = (name: string): string => `${name}${++others}`;

/** Signs up a member; confirmed unless the wishes say otherwise. */
export async function join(test: TestApp, name: string, wishes: Wishes = {}): Promise<Person> {
  const client = test.client();
  const form = signupForm(name, wishes.form);
  const { status, body } = await client.call(SignupApi.signup, { body: form as never });
  if (status !== 201) throw new Error(`${name} could not sign up: ${JSON.stringify(body)}`);
  const person = {
    ...client,
    id: body.user!.id,
    number: test.app.ids.decode("member", body.user!.id)!,
    name: form.name,
    email: form.email,
  };
  if (!wishes.unconfirmed) await confirm(test, person);
  if (wishes.credits || wishes.premium) await favour(test, person, wishes);
  return person;
}

/** Confirms directly, without the email, which has its own test. */
export async function confirm({ app }: TestApp, { number }: Person): Promise<void> {
  await app.db.transaction((tx) => confirmMember(app, tx, 1, number).then(() => {}));
}

async function favour({ app }: TestApp, { number }: Person, { premium, credits = 0 }: Wishes): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (premium) await makePremium(app, tx, 1, number);
    if (credits)
      await moveCredits(tx, {
        site: 1,
        member: number,
        amount: credits,
        kind: "bonus",
        idem: "test",
        at: app.clock.iso(),
      });
  });
}

/** Resets a member's limits for searches and profiles: a test of search exceeds them. */
export async function lookOn({ app }: TestApp, { number }: Person): Promise<void> {
  for (const limit of [PROFILE_VIEWS, PROFILE_VIEWS_OF_DAY]) await app.limiter.forget(limit, `1:${number}`);
}

/** The newest mail to an address, sent now. */
export async function newestMail({ app }: TestApp, to: string) {
  await app.drain();
  const mail = (await listSent(app.db, 200)).find((one) => one.recipient === to);
  if (!mail) throw new Error(`no mail to ${to}`);
  return {
    ...mail,
    token: new URL(/href="([^"]+)"/.exec(mail.body_html)![1]!.replaceAll("&amp;", "&")).searchParams.get("token")!,
  };
}

export const confirmBy = (client: Client, token: string) =>
  client.call(ActivateApi.confirm, { body: { token } as never });
