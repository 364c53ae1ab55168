/** `npm run announce`: tells members about a discount code or a page, until the back office has a screen. */
import { parseArgs } from "node:util";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { isoTime } from "./kernel/db/db.ts";
import { Refusal } from "./kernel/refusal.ts";
import { announce, checkSubject } from "./modules/mailings/announcements/commands.ts";
import {
  countReach,
  findAnnouncement,
  listAnnouncements,
  type Subject,
} from "./modules/mailings/announcements/queries.ts";
import { getSite } from "./modules/site/queries.ts";

const USAGE = `npm run announce -- --promotion SPRING20          counts the members it would reach, sends nothing
npm run announce -- --promotion SPRING20 --send   a discount code that is active and for every member
npm run announce -- --news whats-new --send       a page of the site's own (npm run site -- page)
npm run announce -- list                          what was announced, and to how many it was sent

All take --site 1. Only members with the switch on get it, in the daytime where they are, a promotion at most once a week.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string", default: "1" },
    promotion: { type: "string" },
    news: { type: "string" },
    send: { type: "boolean", default: false },
  },
});

const app = await openApp(readConfig(process.env));
try {
  await run(Number(values.site));
} catch (error) {
  console.error(error instanceof Refusal ? `refused: ${error.code}` : (error as Error).message);
  process.exitCode = 1;
}
await app.close();
process.exit();

async function run(id: number): Promise<void> {
  const site = await getSite(app, id);
  if (positionals[0] === "list") {
    for (const { kind, subject, announced_at, until, sent } of await listAnnouncements(app.db, id, 50))
      console.info(`${kind} · ${subject} · ${isoTime(announced_at)} until ${isoTime(until)} · ${sent} members`);
    return;
  }
  const { until, ...subject } = await checkSubject(app, site, subjectOf());
  const { mail, push, night, waiting } = await countReach(app, site, subject);
  console.info(
    `${subject.subject}: ${mail} by email, ${push} by push. For ${night} members it is night: they get it in their morning.`,
  );
  if (subject.kind === "promotions")
    console.info(`${waiting} had a promotion within the week: they get it only if their week ends before ${until}.`);
  if (!values.send) return console.info("Nothing was sent. Add --send.");
  if (await announce(app, id, subject)) return console.info(`Announced. It is sent until ${until}.`);
  const before = (await findAnnouncement(app.db, id, subject))!;
  throw new Error(`Announced before, at ${isoTime(before.announced_at)}: once a week at most.`);
}

function subjectOf(): Subject {
  const { promotion, news } = values;
  if (promotion && !news) return { kind: "promotions", subject: promotion };
  if (news && !promotion) return { kind: "news", subject: news };
  throw new Error(USAGE);
}
