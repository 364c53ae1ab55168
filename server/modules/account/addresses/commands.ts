/**
 * Changes the email address: verified by a link to the new one; the old one is notified and can undo for 48 hours
 * (product.md 3).
 */
import { MAIL_CHANGE_LINK_HOURS, MAIL_CHANGE_UNDO_HOURS } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../../kernel/db/db.ts";
import { isDuplicate } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { inEqualTime } from "../../../kernel/equal-time.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { findMember } from "../../members/queries.ts";
import { getSite } from "../../site/queries.ts";
import { EQUAL_TIME_MS, finishConfirming, warnOwner } from "../commands.ts";
import { forgetDevices } from "../devices/commands.ts";
import { refuseExcluded, refuseExcludedLocked } from "../exclusions/commands.ts";
import { findExclusion } from "../exclusions/queries.ts";
import { forgetPasskeysSince } from "../passkeys/commands.ts";
import { refuseWrongPassword } from "../passwords/commands.ts";
import { findCredentials, getAccountStatus, isReserved } from "../queries.ts";
import { emailKey } from "../rules.ts";
import { forgetFactorSince } from "../second-factor/commands.ts";
import { endOtherSessions } from "../sessions/commands.ts";
import { dropTokens, isOpenToken, issueToken, takeToken } from "../tokens/commands.ts";

const setAddress = write<
  { site: number; member: number; email: string; emailKey: string },
  { old_email: string; new_email: string }
>(
  `with before as (select email from accounts where site_id = $site and member_id = $member for update)
   update accounts a set email = $email, email_key = $emailKey from before where a.site_id = $site and a.member_id = $member
   returning before.email as old_email, a.email as new_email`,
);

const HOUR = 3_600;

export interface Wish {
  site: number;
  member: number;
  email: string;
  password: string;
  locale: Locale;
  baseUrl: string;
}

/** Sends the link to the new address. Nothing changes before it is followed. */
export async function requestAddressChange(app: Resources, wish: Wish): Promise<void> {
  const { site, member, email, locale, baseUrl } = wish;
  await refuseWrongPassword(app, site, member, wish.password);
  const { discreet_accounts: discreet } = (await getSite(app, site)).settings;
  const key = emailKey(email);
  const request = () =>
    app.db.transaction(async (tx) => {
      const taken = (await findCredentials(tx, site, key)) !== null;
      const reserved = await isReserved(tx, site, key, member, app.clock.iso());
      if (!discreet) await refuseExcluded(app, tx, { site, key, locale });
      if ((taken || reserved) && !discreet) throw new Refusal("email_taken", {}, { email: "email_taken" });
      await dropTokens(tx, site, member, ["mail_change"]);
      if (await findExclusion(app, tx, site, key)) return;
      if (taken || reserved) return warnOwner(app, tx, site, { email, locale, baseUrl });
      const seconds = MAIL_CHANGE_LINK_HOURS * HOUR;
      const token = await issueToken(app, tx, site, {
        member,
        purpose: "mail_change",
        seconds,
        address: { email, key },
      });
      const { name, locale: own } = await getAccountStatus(tx, site, member);
      const url = `${baseUrl}/mail-change/do?token=${token}&lang=${own}`;
      await queueMail(app, tx, site, {
        member,
        to: email,
        kind: "mail_change_confirm",
        params: { name, url },
        locale: own,
      });
    });
  await (discreet ? inEqualTime(EQUAL_TIME_MS, request) : request());
}

/** The link of the new address was followed. Links sent to the old one become invalid, except the undo link. */
export async function changeAddress(app: Resources, site: number, token: string, baseUrl: string): Promise<void> {
  await refuseTaken(
    app.db.transaction(async (tx) => {
      const { member_id: member, detail } = orNotFound(
        await takeToken(app, tx, site, "mail_change", token),
        "link_invalid",
      );
      const { old_email, new_email } = await moveTo(app, tx, site, member, detail!);
      await dropTokens(tx, site, member, ["mail_change", "reset", "confirm"]);
      const { name, locale } = await getAccountStatus(tx, site, member);
      if ((await findMember(tx, site, member))?.confirmed_at) {
        const address = { email: old_email, key: emailKey(old_email) };
        const seconds = MAIL_CHANGE_UNDO_HOURS * HOUR;
        const undo = await issueToken(app, tx, site, { member, purpose: "mail_undo", seconds, address });
        const url = `${baseUrl}/mail-change/do?token=${undo}&undo=1&lang=${locale}`;
        const params = { name, email: new_email, url };
        await queueMail(app, tx, site, { member, to: old_email, kind: "mail_change_notice", params, locale });
      }
      // An address that was never shown to be theirs (a typing error at sign-up) gets no say about the new one.
      await finishConfirming(app, tx, site, member);
    }),
  );
}

/**
 * The undo link of the old address: ends all sessions, invalidates links sent to the new address, and removes passkeys
 * and a second factor added during the undo period, because an attacker may have added them.
 */
export async function undoAddress(app: Resources, site: number, token: string): Promise<void> {
  if (!(await isOpenToken(app, site, "mail_undo", token))) throw new Refusal("link_invalid");
  await refuseTaken(
    app.db.transaction(async (tx) => {
      const { member_id: member, detail } = orNotFound(
        await takeToken(app, tx, site, "mail_undo", token),
        "link_invalid",
      );
      await moveTo(app, tx, site, member, detail!);
      await dropTokens(tx, site, member, ["mail_change", "mail_undo", "reset", "confirm", "export"]);
      await endOtherSessions(app, tx, site, member, null);
      await forgetDevices(tx, site, member);
      const since = app.clock.in(-MAIL_CHANGE_UNDO_HOURS * HOUR);
      await forgetPasskeysSince(tx, { site, member }, since);
      await forgetFactorSince(tx, { site, member }, since);
    }),
  );
}

async function moveTo(app: Resources, tx: Transaction, site: number, member: number, email: string) {
  const key = emailKey(email);
  const moved = orNotFound(await tx.one(setAddress, { site, member, email, emailKey: key }));
  if (await isReserved(tx, site, key, member, app.clock.iso())) throw new Refusal("link_invalid");
  await refuseExcludedLocked(app, tx, { site, key, locale: (await getAccountStatus(tx, site, member)).locale });
  return moved;
}

/** Another account has the address now: the link is invalid. */
async function refuseTaken(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw isDuplicate(error, "accounts_email") ? new Refusal("link_invalid") : error;
  });
}
