/** Two sites of one installation, told apart by the host: nothing of one appears in the other (product.md 1). */
import { generateKeyPairSync } from "node:crypto";
import { SignupApi, UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import { PagesApi } from "@serenade/contract/pages";
import { SearchApi } from "@serenade/contract/search";
import { CompanyApi, SettingsApi } from "@serenade/contract/site";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMailGateway } from "./modules/mail/gateway.ts";
import { listSent } from "./modules/mail/queries.ts";
import { changeCompany, changeSite, changeSiteMail, createSite, moveSite, setPrices } from "./modules/site/commands.ts";
import { DEFAULT_SETTINGS } from "./modules/site/rules.ts";
import { checkCompany, checkSettings } from "./modules/site/settings/rules.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, PASSWORD, signupForm } from "./test/cast.ts";

const HOST = "garden.example.test";
const at = { headers: { "x-forwarded-host": HOST, origin: `http://${HOST}` } };

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, { pages: true });
  await createSite(test.app, {
    id: 2,
    domain: HOST,
    settings: {
      name: "Garden Club",
      domain_language: "de",
      niche: 4,
      support_email: "help@garden.example.test",
      mail_name: "Garden",
    },
    company: { name: "Garden GmbH", country: "DE", added: "2027-02-03T00:00:00Z" },
  });
  await moveSite(test.app, 2, { domain: HOST, url: `https://www.${HOST}` });
  await setPrices(test.app, 2, [{ tier: "p0", currency: "EUR", credits: 10, amount: 777, popular: false }]);
});
afterAll(() => test.close());

describe("a site by its host", () => {
  // spec: 7.settings
  it("has its own settings, company, prices and terms", async () => {
    const client = test.client();
    const here = (await client.call(SettingsApi.read, { query: {} })).body;
    const there = (await client.call(SettingsApi.read, { query: {}, ...at })).body;
    expect([here.name, there.name]).toEqual(["Serenade", "Garden Club"]);
    expect(there).toMatchObject({ domain: HOST, niche: 4, domain_language: "de", company_id: "2" });
    expect((await client.call(CompanyApi.read, at)).body).toMatchObject({ name: "Garden GmbH", country: "DE" });
    const { bundles } = (await client.call(CreditsApi.read, at)).body;
    expect(bundles.find(({ tier }) => tier === "p0")).toMatchObject({
      credits: 10,
      price: { amount: 777, currency: "EUR" },
    });
    const terms = (
      await client.call(PagesApi.read, {
        query: { token: "terms" },
        headers: { ...at.headers, "accept-language": "en" },
      })
    ).body;
    expect(terms.version).toBe("2027-02-03T00:00:00.000Z");
    expect(JSON.stringify(terms)).toContain("Garden GmbH");
    expect(JSON.stringify(terms)).not.toContain("Serenade");
  });

  it("does not know members and sessions of the other, even under the same address", async () => {
    const anna = await join(test, "anna");
    const again = await test
      .client()
      .call(SignupApi.signup, { body: signupForm("anna", { name: "Anna Garden" }), ...at });
    expect(again.status).toBe(201);
    expect((await anna.call(UserApi.current, at)).body.user).toBeNull();
    const login = await test.client().call(UserApi.login, { body: { email: anna.email, password: PASSWORD }, ...at });
    expect(login.body.user).toMatchObject({ name: "Anna Garden" });
    await test.settle();
    const found = (await test.client().call(SearchApi.list, { query: {}, ...at })).body;
    expect(found.results.map(({ name }) => name)).not.toContain("Anna");
  });

  it("is the only one that its mails name: sender, links, language of the site", async () => {
    const form = signupForm("bram", { name: "Bram Garden" });
    await test.client().call(SignupApi.signup, { body: form, ...at });
    await test.settle();
    const mails = (await listSent(test.app.db, 50)).filter(({ recipient }) => recipient === form.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body_text).toContain(`https://www.${HOST}/activate/done?token=`);
    expect(mails[0]!.body_text).toContain("Garden");
    expect(mails[0]!.body_text).not.toMatch(/Serenade|localhost|127\.0\.0\.1/);
  });

  it("is on its pages alone: title, footer, canonical address, picture; and no page is served to the other from the cache", async () => {
    const page = async (host: string) => {
      const answer = await fetch(`${test.url}/?lang=en`, { headers: { "x-forwarded-host": host } });
      return answer.text();
    };
    for (let round = 0; round < 2; round++) {
      const [first, garden] = [await page("localhost"), await page(HOST)];
      expect(garden).toContain("Garden Club");
      expect(garden).not.toContain("Serenade");
      expect(garden).toContain(`href="https://www.${HOST}/?lang=en"`);
      expect(first).not.toContain("Garden");
    }
  });

  // spec: 2.entry-warning-setting, 2.entry-warning-country
  it("warns its visitors at the entry, unless its setting says no or its countries exclude them", async () => {
    const warns = async (host: string) => {
      const headers = { "x-forwarded-host": host, cookie: "country=NL" };
      return (await (await fetch(`${test.url}/pricing`, { headers })).text()).includes('id="entry-warning"');
    };
    expect([await warns(HOST), await warns("localhost")]).toEqual([true, true]);
    await changeSite(test.app, 2, { enable_site_entry_popup: "no" });
    expect([await warns(HOST), await warns("localhost")]).toEqual([false, true]);
    const { countries } = DEFAULT_SETTINGS;
    await changeSite(test.app, 2, { enable_site_entry_popup: "yes", countries: ["DE"] });
    expect([await warns(HOST), await warns("localhost")]).toEqual([false, true]);
    await changeSite(test.app, 2, { countries });
    expect(await warns(HOST)).toBe(true);
  });

  it("is changed at once", async () => {
    await changeSite(test.app, 2, { name: "Garden Evenings" });
    expect((await test.client().call(SettingsApi.read, { query: {}, ...at })).body.name).toBe("Garden Evenings");
    await changeCompany(test.app, 2, { city: "Bonn" });
    expect((await test.client().call(CompanyApi.read, at)).body.city).toBe("Bonn");
  });

  it("signs its mails with its own key", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    await changeSiteMail(test.app, 2, {
      dkim: { domain: "garden.example.test", selector: "g1", key },
      bounce_domain: "b.example.test",
    });
    const { SMTPServer } = await import("smtp-server");
    const raw: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, session, done) {
        const from = session.envelope.mailFrom;
        let text = `${from ? from.address : ""}\n`;
        stream.on("data", (part) => {
          text += part;
        });
        stream.on("end", () => {
          raw.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const { port } = server.server.address() as { port: number };
    const gateway = openMailGateway({ smtpUrl: `smtp://127.0.0.1:${port}`, dkim: null });
    const { sendDueMails } = await import("./modules/mail/commands.ts");
    await test.client().call(SignupApi.signup, { body: signupForm("carol", { name: "Carol Garden" }), ...at });
    while (await sendDueMails(test.app, gateway, { attach: async () => [], refresh: async ({ params }) => params })) {}
    gateway.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const mail = raw.find((text) => text.includes("carol@example.test"))!;
    expect(mail).toMatch(/^bounce\+[^@]+@b\.example\.test/);
    expect(mail).toMatch(/DKIM-Signature:.*d=garden\.example\.test;.*s=g1;/s);
    expect(mail).toMatch(/From: "?Garden"? <help@garden\.example\.test>/);
  });
});

describe("what an owner may write", () => {
  it("is refused by name where it is unknown, of a wrong kind or out of range", () => {
    const fields = (run: () => unknown) => {
      try {
        run();
        return [];
      } catch (error) {
        return Object.keys((error as { fields: object }).fields);
      }
    };
    expect(fields(() => checkSettings({ niche: 8, nam: "x", min_age: 16 })).sort()).toEqual([
      "min_age",
      "nam",
      "niche",
    ]);
    expect(fields(() => checkSettings({ countries: ["XX"] }))).toEqual(["countries.0"]);
    expect(fields(() => checkSettings({ name: "a\nb", support_email: "nobody" })).sort()).toEqual([
      "name",
      "support_email",
    ]);
    expect(fields(() => checkCompany({ added: "yesterday", delete_discount: 100 })).sort()).toEqual([
      "added",
      "delete_discount",
    ]);
    expect(checkSettings({ niche: 3, min_age: 21 })).toEqual({ niche: 3, min_age: 21 });
  });

  it("an address and prices are refused unless they can be used", async () => {
    for (const to of [
      { domain: "no host", url: null },
      { domain: HOST, url: "ftp://x.test" },
      { domain: HOST, url: "not an address" },
    ])
      await expect(moveSite(test.app, 2, to)).rejects.toMatchObject({ code: "invalid" });
    const free = { tier: "p0", currency: "EUR", credits: 10, amount: 0, popular: false } as const;
    await expect(setPrices(test.app, 2, [free])).rejects.toMatchObject({ code: "invalid" });
  });
});
