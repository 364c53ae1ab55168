/**
 * What each module stores about a member: how to export it and how to erase it. These lists are passed to the account's
 * jobs, which must not import later modules. The erasure test checks every table of the database against them.
 */
import { eraseAccount } from "./modules/account/commands.ts";
import type { Erasing } from "./modules/account/deletion/commands.ts";
import { type Exporter, eraseExportFiles } from "./modules/account/exports/commands.ts";
import { exportAccount } from "./modules/account/queries.ts";
import { eraseChats } from "./modules/chat/commands.ts";
import { erasePictureFiles } from "./modules/chat/photos/commands.ts";
import { exportChats } from "./modules/chat/queries.ts";
import { exportCredits } from "./modules/credits/queries.ts";
import { eraseDiscounts } from "./modules/discounts/commands.ts";
import { exportDiscounts } from "./modules/discounts/queries.ts";
import { eraseLikes } from "./modules/likes/commands.ts";
import { exportLikes } from "./modules/likes/queries.ts";
import { eraseSwipes } from "./modules/likes/swipe-game/commands.ts";
import { exportSwipes } from "./modules/likes/swipe-game/queries.ts";
import { eraseMails } from "./modules/mail/commands.ts";
import { exportMails } from "./modules/mail/queries.ts";
import { eraseMailings } from "./modules/mailings/commands.ts";
import { exportMailings } from "./modules/mailings/queries.ts";
import { eraseMember } from "./modules/members/commands.ts";
import { erasePhotoFiles } from "./modules/members/photos/commands.ts";
import { exportMember } from "./modules/members/queries.ts";
import { eraseReportFiles, eraseReports } from "./modules/moderation/commands.ts";
import { eraseComplaints } from "./modules/moderation/complaints/commands.ts";
import { exportComplaints } from "./modules/moderation/complaints/queries.ts";
import { exportReports } from "./modules/moderation/queries.ts";
import { eraseState } from "./modules/notifications/commands.ts";
import { exportState } from "./modules/notifications/queries.ts";
import { eraseInstruments } from "./modules/payments/instruments/commands.ts";
import { exportInstruments } from "./modules/payments/instruments/queries.ts";
import { eraseMandates } from "./modules/payments/mandates/commands.ts";
import { exportMandates } from "./modules/payments/mandates/queries.ts";
import { exportOrders } from "./modules/payments/queries.ts";
import { erasePush } from "./modules/push/commands.ts";
import { exportPush } from "./modules/push/queries.ts";
import { eraseSaved } from "./modules/search/saved/commands.ts";
import { exportSaved } from "./modules/search/saved/queries.ts";
import { eraseTickets } from "./modules/tickets/commands.ts";
import { exportTickets } from "./modules/tickets/queries.ts";

export const EXPORTERS: Exporter[] = [
  exportMember,
  exportAccount,
  exportLikes,
  exportSwipes,
  exportChats,
  exportCredits,
  exportOrders,
  exportInstruments,
  exportMandates,
  exportDiscounts,
  exportMails,
  exportPush,
  exportState,
  exportMailings,
  exportReports,
  exportComplaints,
  exportTickets,
  exportSaved,
] as Exporter[];

export const ERASING: Erasing = {
  files: [
    (app, site, member) => erasePhotoFiles(app, { site, member }),
    erasePictureFiles,
    eraseExportFiles,
    eraseReportFiles,
  ],
  rows: [
    eraseChats,
    eraseLikes,
    eraseSwipes,
    eraseDiscounts,
    eraseInstruments,
    eraseMandates,
    eraseMails,
    eraseReports,
    eraseComplaints,
    eraseTickets,
    eraseSaved,
    erasePush,
    eraseState,
    eraseMailings,
    eraseMember,
    eraseAccount,
  ],
};

/** What remains after erasure, and why; everything else that refers to the member is deleted (docs/erasing.md). */
export const LEGAL_REMNANTS: Record<string, string> = {
  ledger: "the site's books: every movement of credits, under the member's number, which names nobody any more",
  wallets: "the end of that chain of movements, so that the books still add up",
  orders: "what was sold, when and for how much: kept as long as the law wants receipts",
};

/** Tables with a member column that an export omits, and why. */
export const NOT_EXPORTED: Record<string, string> = {
  first_texts: "for a day, a keyed hash of the text that a conversation began with",
};
