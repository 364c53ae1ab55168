/** The table of timed work: what runs by itself, and how often at least, in seconds. */
import { ERASING, EXPORTERS } from "./erase.ts";
import type { Job } from "./kernel/jobs.ts";
import type { Resources } from "./kernel/resources.ts";
import { sweepProofs } from "./modules/account/abuse/commands.ts";
import { eraseDue } from "./modules/account/deletion/commands.ts";
import { sweepDevices } from "./modules/account/devices/commands.ts";
import { sweepExclusions } from "./modules/account/exclusions/commands.ts";
import { buildExports, EXPORT_JOB, sweepExports } from "./modules/account/exports/commands.ts";
import { sweepChallenges } from "./modules/account/passkeys/commands.ts";
import { sweepTickets as sweepFactorTickets } from "./modules/account/second-factor/commands.ts";
import { sweepSessions } from "./modules/account/sessions/commands.ts";
import { sweepTokens } from "./modules/account/tokens/commands.ts";
import { sweepFirstTexts } from "./modules/chat/first-message/commands.ts";
import { PICTURE_JOB, preparePictures, sweepPictures } from "./modules/chat/photos/commands.ts";
import { mailNewMessages, remindUnread } from "./modules/chat/reminders/commands.ts";
import { sweepFiles } from "./modules/files/commands.ts";
import { mailLikes } from "./modules/likes/mails/commands.ts";
import { eraseFarewellMails, MAIL_JOB, sendDueMails, sweepMails } from "./modules/mail/commands.ts";
import type { MailGateway } from "./modules/mail/gateway.ts";
import { ANNOUNCEMENT_JOB, sendAnnouncements, sweepAnnouncements } from "./modules/mailings/announcements/commands.ts";
import { pushApplies, refreshMail } from "./modules/mailings/refreshing/commands.ts";
import { remindOfLacks } from "./modules/mailings/reminders/commands.ts";
import { sendWeeklyUpdates } from "./modules/mailings/weekly-updates/commands.ts";
import { fillCells, sweepMoves } from "./modules/members/cells/commands.ts";
import { sweepNames } from "./modules/members/commands.ts";
import { PHOTO_JOB, preparePhotos } from "./modules/members/photos/commands.ts";
import { sweepComplaints } from "./modules/moderation/complaints/commands.ts";
import { alarmAboutLedger } from "./modules/payments/audit/commands.ts";
import { FORGET_JOB, forgetAtProviders } from "./modules/payments/instruments/commands.ts";
import { sweepMandates } from "./modules/payments/mandates/commands.ts";
import { sweepPaymentTraces } from "./modules/payments/orders/commands.ts";
import type { PaymentGateways } from "./modules/payments/providers/gateway.ts";
import { attachReceipt } from "./modules/payments/receipts/present.ts";
import {
  DECIDED_JOB,
  RECONCILE_JOB,
  reconcileDecidedOrders,
  reconcileOrders,
  sweepNotices,
} from "./modules/payments/reconciling/commands.ts";
import { reconcileRefunds } from "./modules/payments/refunds/commands.ts";
import { deliverNotices, NOTICE_JOB } from "./modules/payments/sandbox/commands.ts";
import { sandboxSecret } from "./modules/payments/sandbox/gateway.ts";
import { PUSH_JOB, sendDuePushes, sweepPush } from "./modules/push/commands.ts";
import type { PushGateway } from "./modules/push/gateway.ts";
import { sendSavedSearchAlerts } from "./modules/search/saved/commands.ts";
import { sweepTickets } from "./modules/tickets/commands.ts";

export const jobTable = (
  app: Resources,
  outside: { mail: MailGateway; push: PushGateway; payments: PaymentGateways },
): Job[] => [
  {
    name: MAIL_JOB,
    every: 30,
    run: () =>
      sendDueMails(app, outside.mail, {
        attach: (row) => attachReceipt(app, row),
        refresh: (row) => refreshMail(app, row),
      }),
  },
  { name: PUSH_JOB, every: 15, run: () => sendDuePushes(app, outside.push, (row) => pushApplies(app, row)) },
  { name: NOTICE_JOB, every: 15, run: () => deliverNotices(app, sandboxSecret(app.config.appSecret)) },
  { name: RECONCILE_JOB, every: 60, run: () => reconcileOrders(app, outside.payments) },
  { name: DECIDED_JOB, every: 300, run: () => reconcileDecidedOrders(app, outside.payments) },
  { name: "refunds", every: 300, run: () => reconcileRefunds(app, outside.payments) },
  { name: FORGET_JOB, every: 600, run: () => forgetAtProviders(app, outside.payments) },
  { name: PHOTO_JOB, every: 30, run: () => preparePhotos(app) },
  { name: PICTURE_JOB, every: 30, run: () => preparePictures(app) },
  { name: "cells", every: 600, run: () => fillCells(app) },
  { name: "saved-searches", every: 3600, run: () => sendSavedSearchAlerts(app) },
  { name: "new-message-mails", every: 300, run: () => mailNewMessages(app) },
  { name: "like-mails", every: 600, run: () => mailLikes(app) },
  { name: "unread-reminders", every: 3600, run: () => remindUnread(app) },
  { name: "weekly-updates", every: 3600, run: () => sendWeeklyUpdates(app) },
  { name: "reminders", every: 3600, run: () => remindOfLacks(app) },
  { name: ANNOUNCEMENT_JOB, every: 600, run: () => sendAnnouncements(app) },
  { name: EXPORT_JOB, every: 60, run: () => buildExports(app, EXPORTERS) },
  { name: "erase", every: 600, run: () => eraseDue(app, ERASING) },
  { name: "ledger", every: 86_400, run: () => alarmAboutLedger(app) },
  { name: "sweep", every: 3600, run: () => sweep(app) },
];

/** Deletes what has expired. */
async function sweep(app: Resources): Promise<void> {
  await sweepSessions(app);
  await sweepMandates(app);
  await sweepPush(app);
  await sweepTokens(app);
  await sweepExclusions(app);
  await sweepDevices(app);
  await sweepExports(app);
  await sweepNames(app);
  await sweepMoves(app);
  await sweepFactorTickets(app);
  await sweepTickets(app);
  await sweepComplaints(app);
  await sweepChallenges(app);
  await sweepProofs(app);
  await sweepMails(app);
  await sweepFirstTexts(app);
  await sweepFiles(app);
  await eraseFarewellMails(app);
  await sweepNotices(app);
  await sweepPaymentTraces(app);
  await sweepPictures(app);
  await sweepAnnouncements(app);
}
