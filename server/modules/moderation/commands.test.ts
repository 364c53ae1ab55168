/** Report cases: how reports are grouped, how a case ends, and what remains of it after erasure. */
import { randomUUID } from "node:crypto";
import { ChatApi, type ChatPhoto, ChatPhotoApi } from "@serenade/contract/chat";
import { BlockApi } from "@serenade/contract/members";
import { ReportApi } from "@serenade/contract/moderation";
import { PhotoApi } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { anotherName, join, type Person } from "../../test/cast.ts";
import { hideMember } from "../members/commands.ts";
import { eraseReportFiles, eraseReports, reportMember, upholdReport } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const person = (name: string) => join(test, anotherName(name), { credits: 9 });
const report = async (from: Person, to: Person, more: object = {}) =>
  (await from.call(ReportApi.report, { body: { id: to.id, reason: "scam", ...more } as never })).body.case;
const write = async (from: Person, to: Person, message: string) => {
  const body = { client_id: randomUUID(), profile: to.id, message };
  return (await from.call(ChatApi.send, { body })).body.message.id;
};
const picture = (background: string) =>
  sharp({ create: { width: 60, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();
const rows = async (sql: string, ...params: unknown[]) =>
  (await test.app.db.raw(sql, params)).rows as Record<string, unknown>[];
const reportsAbout = (who: Person) =>
  rows(
    "select id, reporter_id, note, evidence, files, closed_at, upheld_at from reports where reported_id = $1 order by id",
    who.number,
  );

describe("a case", () => {
  it("is of one reporter about one person or one message", async () => {
    const [anna, bram, carol, dirk] = [
      await person("anna"),
      await person("bram"),
      await person("carol"),
      await person("dirk"),
    ];
    const [one, two] = [await write(bram, anna, "one"), await write(bram, anna, "two")];
    const cases = [
      await report(anna, bram),
      await report(anna, bram, { message: one }),
      await report(anna, bram, { message: two }),
      await report(carol, bram),
      await report(anna, dirk),
    ];
    expect(new Set(cases).size).toBe(5);
    expect([
      await report(anna, bram),
      await report(anna, bram, { message: one }),
      await report(anna, bram, { message: two }),
      await report(carol, bram),
      await report(anna, dirk),
    ]).toEqual(cases);
  });

  it("that staff found right is closed, it alone, and the next report is a new case", async () => {
    const [elin, fred, gina] = [await person("elin"), await person("fred"), await person("gina")];
    const first = await report(elin, fred);
    await report(gina, fred);
    const [case_, other] = await reportsAbout(fred);
    await upholdReport(test.app, 1, case_!.id as number);
    const [closed, open] = await reportsAbout(fred);
    expect([closed!.closed_at, closed!.upheld_at]).not.toContain(null);
    expect(open).toEqual(other);
    await test.app.clock.advance(60);
    await upholdReport(test.app, 1, case_!.id as number);
    expect((await reportsAbout(fred))[0]).toEqual(closed);
    expect(await report(elin, fred)).not.toBe(first);
    await expect(upholdReport(test.app, 1, 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("sent twice concurrently leaves one row and no unreferenced copies", async () => {
    const [hugo, iris] = [await person("hugo"), await person("iris")];
    await iris.upload(PhotoApi.upload, await picture("#446688"));
    await test.app.drain();
    const kept: string[] = [];
    const { storage } = test.app;
    const put: typeof storage.put = (key, bytes) => {
      kept.push(key);
      return storage.put(key, bytes);
    };
    const app = { ...test.app, storage: { ...storage, put } };
    const about = {
      site: 1,
      reporter: hugo.number,
      reported: iris.number,
      reason: "scam",
      note: "",
      message: 0,
      block: false,
    } as const;
    const numbers = await Promise.all(Array.from({ length: 3 }, () => reportMember(app, about)));
    expect(new Set(numbers).size).toBe(1);
    const [row, ...more] = await reportsAbout(iris);
    expect(more).toEqual([]);
    const mails = await rows(
      "select 1 from mail_outbox where member_id = $1 and kind = 'report_received'",
      hugo.number,
    );
    expect(mails).toHaveLength(1);
    const there = await Promise.all(kept.map(async (key) => [key, (await storage.get(key)) !== null] as const));
    expect(there.filter(([, is]) => is).map(([key]) => key)).toEqual(row!.files);
  });
});

describe("a report about a member with missing files", () => {
  it("is accepted without them", async () => {
    const [paul, quinn] = [await person("paul"), await person("quinn")];
    await quinn.upload(PhotoApi.upload, await picture("#446688"));
    const { photo } = (await quinn.upload(ChatPhotoApi.upload, await picture("#884422"))).body as { photo: ChatPhoto };
    await quinn.call(ChatApi.send, { body: { client_id: randomUUID(), profile: paul.id, photo: photo.id } });
    await test.app.drain();
    const app = { ...test.app, storage: { ...test.app.storage, get: async () => null } };
    const about = { site: 1, reporter: paul.number, reported: quinn.number, reason: "scam", note: "" } as const;
    await reportMember(app, { ...about, message: 0, block: false });
    expect(await reportsAbout(quinn)).toMatchObject([{ files: [], evidence: { messages: [{ from: "reported" }] } }]);
  });
});

describe("who may be reported", () => {
  it("may be about a visible member, or one who has written: also hidden, and across a block", async () => {
    const [jan, seen, hidden, talked, blocking] = [
      await person("jan"),
      await person("seen"),
      await person("hidden"),
      await person("talked"),
      await person("blocking"),
    ];
    await write(talked, jan, "a word");
    for (const who of [hidden, talked])
      await test.app.db.transaction((tx) => hideMember(test.app, tx, 1, who.number, true));
    await blocking.call(BlockApi.block, { body: { id: jan.id } });
    const cases = [seen, hidden, talked, blocking].map(async (who) => typeof (await report(jan, who)));
    expect(await Promise.all(cases)).toEqual(["string", "undefined", "string", "undefined"]);
    expect((await jan.call(BlockApi.list)).body.profiles).toEqual([]);
  });
});

describe("retention", () => {
  it("are pictures of the reported one, in the form that there is, and none of the reporter", async () => {
    const [kate, leo] = [await person("kate"), await person("leo")];
    const send = async (from: Person, to: Person, color: string) => {
      const { photo } = (await from.upload(ChatPhotoApi.upload, await picture(color))).body as { photo: ChatPhoto };
      await from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, photo: photo.id } });
      return test.app.ids.decode("picture", photo.id)!;
    };
    const finished = await send(leo, kate, "#884422");
    await send(kate, leo, "#224488");
    await test.app.drain();
    const fresh = await send(leo, kate, "#228844"); // its renditions are not made yet
    await report(kate, leo);
    const [row] = await reportsAbout(leo);
    const names = (row!.files as string[]).map((file) => file.split("/").at(-1));
    expect(names).toEqual([`chat-${finished}.webp`, `chat-${fresh}.webp`]);
    for (const file of row!.files as string[]) expect(await test.app.storage.get(file)).not.toBeNull();
  });

  it("erases reports about the member; of the member's own reports only what they wrote", async () => {
    const [mia, ned, olga] = [await person("mia"), await person("ned"), await person("olga")];
    for (const who of [mia, ned, olga]) await who.upload(PhotoApi.upload, await picture("#446688"));
    await test.app.drain();
    await write(ned, mia, "send me money");
    await write(mia, ned, "no, I am at home");
    await report(mia, ned, { note: "my words" });
    await report(olga, mia, { note: "hers" });
    const filesOf = async (who: Person) => (await reportsAbout(who)).flatMap(({ files }) => files as string[]);
    const [aboutMia, aboutNed] = [await filesOf(mia), await filesOf(ned)];
    expect([aboutMia.length, aboutNed.length]).toEqual([1, 1]);
    await eraseReportFiles(test.app, 1, mia.number);
    await test.app.db.transaction((tx) => eraseReports(tx, 1, mia.number));
    expect(await reportsAbout(mia)).toEqual([]);
    expect(await test.app.storage.get(aboutMia[0]!)).toBeNull();
    expect(await test.app.storage.get(aboutNed[0]!)).not.toBeNull();
    expect(await reportsAbout(ned)).toMatchObject([
      { reporter_id: null, note: "", evidence: { messages: [{ from: "reported", body: "send me money" }] } },
    ]);
    await report(olga, ned, { note: "stays" });
    await test.app.db.transaction((tx) => eraseReports(tx, 1, mia.number));
    expect((await reportsAbout(ned)).map(({ note }) => note)).toEqual(["", "stays"]);
  });
});
