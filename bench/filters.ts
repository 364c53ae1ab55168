/**
 * `node bench/filters.ts`: searches with random combinations of filters over HTTP, one at a time and sixteen at once, on a
 * filled database (DATABASE_URL, or DATA_DIR of the embedded one). Prints the slowest and compares some totals with a count.
 */
import { parseArgs } from "node:util";
import { GENDERS, LANGUAGES, numberOf } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { freePort, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { type Random, randomOf } from "../server/db/demo/random.ts";
import { readConfig } from "../server/kernel/config.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { cellsAround } from "../server/modules/members/cells/rules.ts";
import { countryNumber } from "../server/modules/members/indexing/rules.ts";
import { birthRange } from "../server/modules/members/rules.ts";
import { regionNumbers } from "../server/modules/site/queries.ts";

const { values } = parseArgs({
  options: { mixes: { type: "string", default: "1000" }, proofs: { type: "string", default: "40" } },
});
const env = { MODE: "test", NODE_ENV: "production", LOG_LEVEL: "error" };

type Mix = Record<string, string>;
const some = (random: Random, list: readonly string[]) => random.sample([...list], random.int(1, 4)).join(",");

function mixOf(index: number): Mix {
  const random = randomOf(index, "filters");
  const min = random.int(18, 60);
  const country = random.weighted({ NL: 4, DE: 5, FR: 4, GB: 3, US: 3, PL: 1, SE: 1 });
  return {
    ...(random.chance(0.6) && { gender: random.pick([...GENDERS]) }),
    ...(random.chance(0.4) && { country }),
    ...(random.chance(0.1) && { country: "NL", countryregion: "NL-NH" }),
    ...(random.chance(0.6) && {
      min_age: String(min),
      max_age: String(Math.min(99, min + random.pick([2, 5, 10, 20, 45]))),
    }),
    ...(random.chance(0.3) && { near: random.pick(["25", "50", "100", "200"]) }),
    ...(random.chance(0.4) && { photo: "true" }),
    ...(random.chance(0.2) && { online: "true" }),
    ...(random.chance(0.4) && { interests: some(random, INTERESTS) }),
    ...(random.chance(0.3) && { languages: some(random, LANGUAGES) }),
    ...(random.chance(0.3) && { mutual: "true" }),
    ...(random.chance(0.2) && { page: String(random.int(2, 100)) }),
  };
}

const app = await openApp(readConfig({ ...process.env, ...env }));
const one = `select m.id, m.gender, m.looking_for, m.date_of_birth::text as born, f.cell, d.seek_min_age, d.seek_max_age from members m
   join member_search f on f.site_id = m.site_id and f.member_id = m.id
   join member_details d on d.site_id = m.site_id and d.member_id = m.id
  where m.site_id = 1 and m.country = 'NL' and m.city = 'Amsterdam' and m.confirmed_at is not null order by m.id limit 100`;
interface Self {
  id: number;
  gender: number;
  looking_for: number;
  born: string;
  cell: number;
  seek_min_age: number;
  seek_max_age: number;
}
// Many members of one town, so that none reaches the rate limit of views.
const selves: (Self & { cookie: string })[] = [];
for (const row of (await app.db.raw(one)).rows as Self[]) {
  const id = Number(row.id);
  selves.push({ ...row, id, cookie: `auth=${await openSession(app, app.db, 1, id, "bench")}` });
}
const regions = await regionNumbers(app);
const embedded = app.db.engine === "embedded";
if (embedded) await app.close();

const product = await startProduct(env, await freePort());
const mixes = Array.from({ length: Number(values.mixes) }, (_, index) => mixOf(index));
const places = new Map(mixes.map((mix, place) => [mix, place]));
/** The same member always sends the same mix. */
const selfOf = (mix: Mix) => selves[(places.get(mix) ?? 0) % selves.length]!;
const request = (mix: Mix) =>
  fetch(`${product.url}/api/members.php?${new URLSearchParams(mix)}`, { headers: { cookie: selfOf(mix).cookie } });

const totals = new Map<Mix, number>();
for (const [round, at_once] of [
  ["warming", 4],
  ["one at a time", 1],
  ["16 at once", 16],
] as const) {
  const times: { ms: number; mix: Mix }[] = [];
  let next = 0;
  const worker = async () => {
    for (let mix = mixes[next++]; mix; mix = mixes[next++]) {
      const before = performance.now();
      const answer = await request(mix);
      const { numResults } = (await answer.json()) as { numResults: number };
      if (answer.status !== 200) throw new Error(`${answer.status} for ${JSON.stringify(mix)}`);
      times.push({ ms: performance.now() - before, mix });
      totals.set(mix, numResults);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: at_once }, worker));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a.ms - b.ms);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.ms.toFixed(1);
  console.info(
    `${round}: p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms, ${Math.round(times.length / seconds)}/s; worst ${at(1)} ms: ${JSON.stringify(times.at(-1)!.mix)}`,
  );
}
await product.stop();

/** The same as a count over the tables; "online" changes meanwhile and is left out. */
async function count(mix: Mix): Promise<number> {
  const self = selfOf(mix);
  const today = app.clock.iso();
  const age = (born: string) => `extract(year from age(date '${today.slice(0, 10)}', ${born}))`;
  const { from, to } = birthRange(Number(mix.min_age ?? 18), Number(mix.max_age ?? 99), today);
  const bits = (list: readonly string[], names: string) =>
    names.split(",").reduce((sum, name) => sum + 2 ** (numberOf(list, name) - 1), 0);
  const wanted = [
    `f.date_of_birth between '${from}' and '${to}'`,
    mix.gender && `f.gender = ${numberOf(GENDERS, mix.gender as never)}`,
    mix.country && `f.country = ${countryNumber(mix.country)}`,
    mix.countryregion && `f.region = ${regions.get(mix.countryregion)}`,
    mix.near && `f.cell in (${cellsAround(self.cell, Number(mix.near)).join(",")})`,
    mix.photo && "f.photo",
    mix.interests && `f.interests & ${bits(INTERESTS, mix.interests)} <> 0`,
    mix.languages && `f.languages & ${bits(LANGUAGES, mix.languages)} <> 0`,
    mix.mutual &&
      `(1 << (f.gender - 1)) & ${self.looking_for} <> 0 and f.looking_for & ${1 << (self.gender - 1)} <> 0
       and ${age("f.date_of_birth")} between ${self.seek_min_age} and ${self.seek_max_age}
       and ${age(`date '${self.born}'`)} between f.seek_min_age and f.seek_max_age`,
  ].filter(Boolean);
  const sql = `select count(*)::int as n from member_search f where f.site_id = 1 and f.last_active is not null and f.member_id <> ${self.id} and ${wanted.join(" and ")}`;
  return (((await app.db.raw(sql)).rows as { n: number }[])[0] as { n: number }).n;
}

if (!embedded) {
  const proved = mixes.filter((mix) => !mix.online).slice(0, Number(values.proofs));
  let wrong = 0;
  for (const mix of proved) {
    const right = await count(mix);
    if (totals.get(mix) !== right && ++wrong)
      console.error(`${JSON.stringify(mix)}: ${totals.get(mix)} instead of ${right}`);
  }
  console.info(`totals compared with a count: ${proved.length - wrong} of ${proved.length} right`);
  await app.close();
}
process.exit(0);
