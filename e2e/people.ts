/** Actions of members, by the words on the screen. */
import { type APIRequestContext, expect, type Page } from "@playwright/test";

export interface Newcomer {
  name: string;
  email: string;
  gender: "Woman" | "Man";
  seeks: "Women" | "Men";
}

export const PASSWORD = "a quiet evening in";

let count = 0;
/** A unique name in this run, including the demo community. */
export const newcomer = (name: string, gender: Newcomer["gender"], seeks: Newcomer["seeks"]): Newcomer => {
  const unique = `${name} ${process.pid % 1000}-${++count}`;
  return { name: unique, email: `${unique.toLowerCase().replaceAll(" ", ".")}@example.test`, gender, seeks };
};

/** Answers the screens of the account step (of the first niche), up to the button that creates the account. */
export async function fillAccount(
  page: Page,
  { name, email, gender, seeks }: Newcomer,
  password = PASSWORD,
): Promise<void> {
  const form = page.locator("form").filter({ has: page.locator("[name=birth_day]") });
  const next = () => form.getByRole("button", { name: "Continue" }).click();
  await form.getByRole("radio", { name: gender, exact: true }).check({ force: true });
  await form.getByRole("checkbox", { name: seeks, exact: true }).check({ force: true });
  await next();
  await form.getByLabel("Day").fill("12");
  await form.getByLabel("Month").selectOption("4");
  await form.getByLabel("Year").fill("1990");
  await form.getByLabel("Username").fill(name);
  await next();
  await form.getByLabel("Email address").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await next();
  await form.getByRole("checkbox", { name: /agree to .* terms/ }).check({ force: true });
  await form.getByRole("checkbox", { name: /orientation/ }).check({ force: true });
}

/** The account step of sign-up; ends at the photo step. */
export async function signUp(page: Page, person: Newcomer): Promise<void> {
  await page.goto("/signup");
  await fillAccount(page, person);
  await page.getByRole("main").getByRole("button", { name: "Join free" }).click();
  await expect(page.getByRole("heading", { name: "Show your face" })).toBeVisible();
}

/** The same through the API, for later steps: a member of this browser who has not confirmed yet; returns the id. */
export async function signUpByApi(
  page: Pick<Page, "request">,
  url: string,
  { name, email, gender, seeks }: Newcomer,
  country = "NL",
  date_of_birth = "1990-04-12",
): Promise<string> {
  const headers = { origin: url, "x-request-type": "client" };
  const form = {
    email,
    name,
    password: PASSWORD,
    date_of_birth,
    country,
    terms: true,
    consent: true,
  };
  const kinds = { gender: gender.toLowerCase(), looking_for: [seeks === "Men" ? "man" : "woman"] };
  const answer = await page.request.post("/api/signup.php", { headers, data: { ...form, ...kinds } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { user: { id: string } }).user.id;
}

/** A confirmed one. */
export async function joinByApi(
  page: Pick<Page, "request">,
  url: string,
  person: Newcomer,
  country = "NL",
  date_of_birth = "1990-04-12",
): Promise<string> {
  const id = await signUpByApi(page, url, person, country, date_of_birth);
  const headers = { origin: url, "x-request-type": "client" };
  const token = new URL(await linkTo(page.request, url, person.email)).searchParams.get("token");
  expect((await page.request.put("/api/activate.php", { headers, data: { token } })).ok()).toBe(true);
  return id;
}

/** The same by name only; returns the email address. */
export async function confirmedMember(page: Page, url: string, name: string): Promise<string> {
  const person = newcomer(name, "Woman", "Men");
  await joinByApi(page, url, person);
  return person.email;
}

/** Opens a link like an email scanner: nothing may change. */
export async function scanLink(request: APIRequestContext, link: string): Promise<void> {
  for (let n = 0; n < 2; n++) expect((await request.get(link)).ok()).toBe(true);
}

/** Credits, and with them premium; the card is stored. Returns the id of the transaction. */
export async function buyCredits(page: Page): Promise<string> {
  await page.goto("/credits/p1");
  await page.getByRole("radio", { name: /^Card/ }).check();
  await page.getByRole("checkbox", { name: /^Save / }).check();
  await page.getByRole("button", { name: /^Buy now for / }).click();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(/\/transactions\/[\w-]{22}/);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

/** A message through the API; `to` is a member. Returns the status and the body. */
export async function writeTo(page: Page, url: string, to: string, message: string) {
  const headers = { origin: url, "x-request-type": "client" };
  const data = { client_id: crypto.randomUUID(), profile: to, message };
  const answer = await page.request.post("/api/chat.php", { headers, data });
  return { status: answer.status(), body: (await answer.json()) as { error?: string; conversation?: string } };
}

/** The link of the newest email to an address. */
export async function linkTo(request: APIRequestContext, url: string, email: string): Promise<string> {
  // sent after the answer to what caused it
  let link: string | undefined;
  const look = async () => {
    const mails = (await (await request.get(`${url}/dev/outbox.json`)).json()) as { to: string; links: string[] }[];
    link = mails.find((one) => one.to === email)?.links[0];
    return link;
  };
  await expect.poll(look, { message: `an email to ${email}` }).toBeTruthy();
  return link!;
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login?lang=en");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** A member with a confirmed address; returns the encrypted id. */
export async function signUpAndConfirm(page: Page, url: string, person: Newcomer): Promise<string> {
  await signUp(page, person);
  await page.goto(await linkTo(page.request, url, person.email));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  return idOf(page);
}

/** The logged-in member, as an encrypted id. */
export async function idOf(page: Page): Promise<string> {
  const { user } = (await (await page.request.get("/api/user.php")).json()) as { user: { id: string } };
  return user.id;
}
