/** One digest per table; comparing two shows which tables a request changed. */
import type { App } from "../server/app.ts";

/** These change without requests: leases, activity, sessions, jobs. */
const MOVING = ["id_nodes", "member_search", "sessions", "jobs"];

/** The content of these changes without requests (an email is sent), the number of rows does not. */
const COUNTED = new Set(["mail_outbox", "push_outbox", "photos", "chat_photos"]);

/** Table → number of rows and digest of all of them. */
export async function digestRows(app: App): Promise<Map<string, string>> {
  const { rows } = await app.db.raw(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  );
  const names = (rows as { relname: string }[]).map(({ relname }) => relname).filter((name) => !MOVING.includes(name));
  const digests = new Map<string, string>();
  for (const name of names) {
    const { rows: found } = await app.db.raw(
      `select count(*)::int as n, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${name} t`,
    );
    const { n, digest } = found[0] as { n: number; digest: string };
    digests.set(name, COUNTED.has(name) ? String(n) : `${n} ${digest}`);
  }
  return digests;
}
