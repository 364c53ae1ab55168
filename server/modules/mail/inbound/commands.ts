/** Receives reports about mails that we sent: bounces and spam complaints. */
import type { Resources } from "../../../kernel/resources.ts";
import { addresseeOf, isSignedName } from "../signed-names/rules.ts";
import { stopMails } from "../suppressions/commands.ts";
import { findAddress } from "../suppressions/queries.ts";
import { namesIn, type Report, reasonOf } from "./rules.ts";

/** Suppresses mails to the reported address; ignores reports without our signature or about a former address. */
export async function receiveReport(app: Resources, report: Report): Promise<void> {
  const reason = reasonOf(report);
  if (!reason) return;
  for (const name of namesIn(report)) {
    const addressee = addresseeOf(name);
    const address = addressee && (await findAddress(app.db, addressee.site, addressee.member));
    if (!address || !isSignedName(app.config.appSecret, "bounce", name, address)) continue;
    await stopMails(app, addressee, reason);
    app.log.info({ reason }, "mails to a member stopped");
    return;
  }
}
