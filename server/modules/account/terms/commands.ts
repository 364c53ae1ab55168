/** Agreement to the terms in force (§7): stored with its version, and asked for again when the version changes. */
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getSite } from "../../site/queries.ts";
import { termsVersion } from "../../site/rules.ts";

const agree = write<{ site: number; member: number; version: string; now: string }>(
  `update accounts set terms_version = $version, terms_at = $now
    where site_id = $site and member_id = $member and terms_version <> $version`,
);

/** Agrees to `version`; refuses with `terms_changed` when another one is in force by now. Repeating it changes nothing. */
export async function agreeToTerms(app: Resources, site: number, member: number, version: string): Promise<void> {
  if (version !== termsVersion((await getSite(app, site)).company)) throw new Refusal("terms_changed");
  await app.db.one(agree, { site, member, version, now: app.clock.iso() });
}
