/** Takes reports about mails that we sent: what bounced, what was marked as spam. */
import type { Resources } from "../../../kernel/resources.ts";
import { addresseeOf, isSignedName } from "../rules.ts";
import { stopMails } from "../suppressions/commands.ts";
import { findAddress } from "../suppressions/queries.ts";
import { namesIn, type Report, reasonOf } from "./rules.ts";

/** Stops the mails to the one it is about; a report without our signature, or about an address left since, does nothing. */
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
