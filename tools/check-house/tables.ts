/** The owner of each table: the one module that writes it. */
import type { Finding, Source } from "./sources.ts";

/** Tables by module; `kernel` is server/kernel. */
export type Owners = Record<string, string[]>;

export const OWNERS: Owners = {
  kernel: ["installation", "product_clock", "id_nodes", "schema_migrations", "jobs"],
  site: ["sites", "bundles", "regions"],
  files: ["file_removals"],
  mail: ["mail_outbox", "mail_stops"],
  push: ["push_subscriptions", "push_outbox"],
  notifications: ["member_state", "notification_choices"],
  credits: ["wallets", "ledger"],
  discounts: ["discount_campaigns", "discount_codes", "discount_uses"],
  members: [
    "members",
    "member_details",
    "photos",
    "banned_photos",
    "blocks",
    "name_holds",
    "member_search",
    "cell_moves",
  ],
  moderation: ["reports", "complaints"],
  account: [
    "accounts",
    "sessions",
    "account_tokens",
    "known_devices",
    "departures",
    "retention_offers",
    "exports",
    "member_preferences",
    "totp_secrets",
    "recovery_codes",
    "login_tickets",
    "passkeys",
    "passkey_challenges",
    "invitations",
    "spent_proofs",
    "exclusions",
    "exclusion_requests",
  ],
  search: ["saved_searches"],
  likes: ["likes", "like_mails", "swipe_players", "swipe_likes", "swipe_skips"],
  chat: [
    "conversations",
    "messages",
    "chat_photos",
    "gifts",
    "first_texts",
    "fictional_acknowledgements",
    "unread_reminders",
  ],
  tickets: ["tickets"],
  pages: ["pages"],
  mailings: ["mailing_pauses", "reminded_lacks", "announcements", "announcement_deliveries"],
  payments: [
    "orders",
    "refunds",
    "chargebacks",
    "receipts",
    "receipt_numbers",
    "webhook_events",
    "payment_customers",
    "payment_instruments",
    "payment_forgets",
    "payment_cases",
    "mandates",
    "blocked_accounts",
    "sandbox_payments",
    "sandbox_notices",
    "sandbox_instruments",
    "sandbox_refunds",
    "sandbox_chargebacks",
  ],
};

const HERE = "tools/check-house/tables.ts";

/** By table, the module that owns it. */
export const ownersByTable = (owners: Owners): Map<string, string> =>
  new Map(Object.entries(owners).flatMap(([module, tables]) => tables.map((table) => [table, module] as const)));

export const folderOf = (module: string): string =>
  module === "kernel" ? "server/kernel/" : `server/modules/${module}/`;

/** Every existing table has one owner, and every listed table exists. */
export function checkOwners(sources: Source[], owners: Owners = OWNERS): Finding[] {
  const owned = Object.values(owners).flat();
  const existing = tablesThatExist(sources);
  return [
    ...[...existing]
      .filter(([table]) => !owned.includes(table))
      .map(([table, file]) => ({ file, why: `${table} has no owner; give it one in ${HERE}` })),
    ...owned
      .filter((table) => !existing.has(table))
      .map((table) => ({ file: HERE, why: `${table} no longer exists; remove it` })),
    ...owned
      .filter((table, at) => owned.indexOf(table) !== at)
      .map((table) => ({ file: HERE, why: `${table} has two owners; only one may write it` })),
  ];
}

/** The tables after all migrations, with the file that created each; the kernel creates the table of migrations. */
function tablesThatExist(sources: Source[]): Map<string, string> {
  const tables = new Map<string, string>();
  for (const { file, text } of sources) {
    if (!/^server\/db\/migrations\/.*\.sql$|^server\/kernel\/db\/migrate\.ts$/.test(file)) continue;
    for (const [, verb, table] of text.matchAll(
      /\b(create(?: unlogged)? table|drop table)(?: if (?:not )?exists)? ([a-z_]+)/g,
    )) {
      if (verb === "drop table") tables.delete(table!);
      else tables.set(table!, file);
    }
  }
  return tables;
}
