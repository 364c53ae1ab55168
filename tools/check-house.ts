/** The rules of docs/architecture.md, executable. Every failure says the rule and why it is there. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Parts of one feature that others show. */
const SHARED_PARTS: string[] = [
  "web/app/features/members/member-tile.tsx", // a member in any list
  // gifts are given on a profile and in a chat, and shown in both
  "web/app/features/gifts/gift-dialog.tsx",
  "web/app/features/gifts/gift-picture.tsx",
  "web/app/features/gifts/gifts-received.tsx",
  "web/app/features/gifts/give-button.tsx",
  "web/app/features/members/profile-upload.ts", // how a picture travels, to a profile or into a chat
  "web/app/features/likes/like-button.tsx", // likes in place, wherever a member is shown
  "web/app/features/likes/seen-like.ts", // opening a profile clears its new-like flag
  "web/app/features/moderation/report-dialog.tsx", // wherever one meets somebody
  "web/app/features/members/block-dialog.tsx",
  "web/app/features/search/finder-answers.ts", // sign-up ends where the match finder was left
  "web/app/features/members/member-blocked.tsx", // what the blocked see, wherever they knock
  "web/app/features/members/member-blocker.ts",
  // sign-up asks part by part what the profile page asks at once
  "web/app/features/members/profile-about.tsx",
  "web/app/features/members/profile-personal.tsx",
  "web/app/features/members/profile-photos.tsx",
  "web/app/features/members/profile-place.tsx",
  "web/app/features/members/profile-read.ts",
];

/** Parts of the shell that a page shows in its own content: its title, the logo over a form, the choices in the settings. */
const PARTS_OF_A_PAGE = /\/(page-title|toast|site-mark|theme-switcher|locale-names)/;

/** Components of mails, bundled by tools/build-mails.ts; one file each, as in the web. */
const MAIL_TEMPLATES = "server/modules/mail/templates/";

/** Files whose exports a framework reads by name: routes, layouts, configurations, entries, and the contract's own lists. */
const FRAMEWORK_READS =
  /\.page\.tsx$|\.test\.tsx?$|^web\/app\/(root|entry\.|routes|layouts\/)|config\.ts$|^e2e\/|^contract\/src\/(limits|attributes)\.ts$/;

const problems: string[] = [];
const report = (file: string, why: string) => problems.push(`${file}: ${why}`);

interface Source {
  file: string;
  text: string;
  /** Files of this repository that it imports, from the root; workspace imports as "@serenade/x/y". */
  imports: string[];
}

const sources = globSync("{contract,texts,server,web,tools,bench,faults,security,e2e}/**/*.{ts,tsx}", {
  cwd: ROOT,
  exclude: (path) => /node_modules|web\/build|\.react-router/.test(String(path)),
})
  .filter((file) => !/node_modules|web\/build\/|\.react-router|\.d\.ts$/.test(file))
  .map(readSource);

checkNames();
checkModuleFiles();
checkModuleOrder();
checkFloors();
checkFeatures();
checkKit();
checkOwners();
checkTime();
checkUnusedExports();
checkLimitsHaveTheirParagraph();

for (const problem of problems) console.error(problem);
console.info(`${sources.length} files, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);

/** Names that say nothing hide what does not belong together. */
function checkNames(): void {
  const empty = /(^|\/)(utils?|helpers?|common|misc|manager|service|index)\.tsx?$/;
  for (const { file } of sources) if (empty.test(file)) report(file, "this name says nothing; name the subject");
}

/** server/modules/<noun>/: a closed list, so that a newcomer knows where any line lives. A sub-concern repeats it. */
function checkModuleFiles(): void {
  const known = /\/(tables|queries|commands|rules|present|gateway|routes|jobs)(\.test)?\.ts$/;
  for (const { file } of sources) {
    if (file.startsWith("server/modules/") && !known.test(file) && !file.startsWith(MAIL_TEMPLATES))
      report(file, "not in the closed list of file names of a module");
  }
}

/** Imports between modules go left only, so there are no circles and no surprises. Moving a name is a decision. */
function checkModuleOrder(): void {
  const order =
    "site files mail push notifications credits discounts members moderation account search likes chat payments landers staff".split(
      " ",
    );
  const moduleOf = (file: string) => /^server\/modules\/([a-z-]+)\//.exec(file)?.[1];
  for (const { file, imports } of sources) {
    const from = moduleOf(file);
    if (!from) continue;
    if (!order.includes(from)) report(file, `the module "${from}" has no place in the order of tools/check-house.ts`);
    for (const target of imports) {
      const to = moduleOf(target);
      if (to && to !== from && order.indexOf(to) > order.indexOf(from))
        report(file, `imports ${to}, which is to the right of ${from}`);
    }
  }
}

/** contract ← texts ← server; the web sees contract and texts only; the kernel knows no module. */
function checkFloors(): void {
  const rules: [from: RegExp, never: RegExp, why: string][] = [
    [/^contract\//, /^(texts|server|web)\/|^@serenade\/(texts|server|web)/, "the contract imports nobody"],
    [/^texts\//, /^(server|web)\/|^@serenade\/(server|web)/, "texts import the contract only"],
    [/^server\/(?!test\/|.*\.test\.ts)/, /^web\//, "the server loads the web's build, never its sources"],
    [/^web\//, /^server\/|^@serenade\/server/, "the web sees contract and texts only"],
    [/^server\/kernel\/(?!.*\.test\.ts)/, /^server\/(modules|db|test|api|app|jobs|gate)/, "the kernel knows no module"],
    [
      /^server\/modules\/(?!.*\.test\.ts)/,
      /^server\/(api|app|jobs|main|gate|db)\b/,
      "modules do not know who puts them together",
    ],
    [
      /^(server|web)\/(?!test\/|.*\.test\.tsx?)/,
      /^(server\/test|tools|bench|faults|security|e2e)\//,
      "the product imports no test",
    ],
  ];
  for (const { file, imports } of sources) {
    for (const [from, never, why] of rules) {
      if (!from.test(file)) continue;
      for (const target of imports) if (never.test(target)) report(file, `imports ${target}: ${why}`);
    }
  }
}

/** Features do not import one another, so that one can be removed; these parts are shared on purpose. */
function checkFeatures(): void {
  const shared = new Set<string>(SHARED_PARTS);
  const featureOf = (file: string) => /^web\/app\/features\/([a-z-]+)\//.exec(file)?.[1];
  for (const { file, imports } of sources) {
    const from = featureOf(file);
    if (!from) continue;
    for (const target of imports) {
      const to = featureOf(target);
      if (to && to !== from && !shared.has(target))
        report(file, `imports ${target} of another feature; list it as a shared part, or move it`);
      if (/^web\/app\/(shell|layouts)\//.test(target) && !PARTS_OF_A_PAGE.test(target))
        report(file, `imports ${target}: features are below shell and layouts`);
    }
  }
}

/** The kit could ship in another product: no texts, no API, no feature names. */
function checkKit(): void {
  for (const { file, imports, text } of sources) {
    if (!file.startsWith("web/app/ui/")) continue;
    for (const target of imports) {
      if (/^web\/app\/(features|shell|layouts|kernel)\/|^@serenade\/texts/.test(target))
        report(file, `the kit imports ${target}`);
    }
    if (/useTranslations/.test(text)) report(file, "the kit has no texts of its own; they come as properties");
  }
}

/** Only its owner writes a table; the statement of a send is composed of fragments that the owners export. */
function checkOwners(): void {
  const owners = ownersOfTables();
  const exceptions: Record<string, string[]> = {
    "server/modules/chat/send/commands.ts": [],
    "server/db/demo/": [...owners.keys()],
  };
  for (const { file, text } of sources) {
    if (!file.startsWith("server/") || /\.test\.ts$|^server\/test\//.test(file)) continue;
    for (const [, table] of text.matchAll(/\b(?:insert into|update|delete from) ([a-z_]+)\b/g)) {
      const owner = owners.get(table!);
      if (!owner || file.startsWith(owner)) continue;
      const excused = Object.entries(exceptions).some(
        ([place, tables]) => file.startsWith(place) && tables.includes(table!),
      );
      if (!excused) report(file, `writes ${table}, which belongs to ${owner}`);
    }
  }
}

function ownersOfTables(): Map<string, string> {
  const folders: Record<string, string[]> = {
    "server/kernel/": ["installation", "product_clock", "id_nodes", "schema_migrations", "job_failures"],
    "server/modules/site/": ["sites", "bundles", "regions"],
    "server/modules/mail/": ["mail_outbox", "mail_stops"],
    "server/modules/push/": ["push_subscriptions", "push_outbox"],
    "server/modules/notifications/": ["member_state", "notification_choices"],
    "server/modules/credits/": ["wallets", "ledger"],
    "server/modules/discounts/": ["discount_codes", "discount_uses"],
    "server/modules/moderation/": ["reports"],
    "server/modules/files/": ["file_removals"],
    "server/modules/search/": ["saved_searches"],
    "server/modules/members/": [
      "members",
      "member_details",
      "photos",
      "banned_photos",
      "blocks",
      "name_holds",
      "member_search",

      "cell_moves",
    ],
    "server/modules/account/": [
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
    ],
    "server/modules/likes/": ["likes", "swipe_players", "swipe_likes", "swipe_skips"],
    "server/modules/chat/": [
      "conversations",
      "messages",
      "chat_photos",
      "gifts",
      "first_texts",
      "fictional_acknowledgements",
      "unread_reminders",
    ],
    "server/modules/payments/": ["orders", "webhook_events", "sandbox_payments", "sandbox_notices"],
  };
  const owners = new Map(
    Object.entries(folders).flatMap(([folder, tables]) => tables.map((table) => [table, folder] as const)),
  );
  for (const migration of globSync("server/db/migrations/*.sql", { cwd: ROOT })) {
    for (const [, table] of readFileSync(join(ROOT, migration), "utf8").matchAll(/create table ([a-z_]+)/g)) {
      if (!owners.has(table!)) report(migration, `${table} has no owner in tools/check-house.ts`);
    }
  }
  return owners;
}

/** Time is a parameter: a deadline by the database's or the process's own clock cannot be tested, and two clocks disagree. */
function checkTime(): void {
  const allowed = ["server/kernel/clock.ts", "server/kernel/ids.ts", "server/kernel/db/migrate.ts"];
  for (const { file, text } of sources) {
    if (!file.startsWith("server/") || allowed.includes(file) || /\.test\.ts$|^server\/test\//.test(file)) continue;
    if (/\bnow\(\)(?!\s*[,;)]?\s*\.)/.test(sqlIn(text))) report(file, "now() in SQL; pass the product's time");
    if (/Date\.now\(\)|new Date\(\)/.test(text)) report(file, "the process's clock; ask the product's (clock.now())");
  }
}

function sqlIn(text: string): string {
  return [...text.matchAll(/(?:read|write)<[\s\S]*?\(\s*([`"])([\s\S]*?)\1/g)].map((match) => match[2]).join("\n");
}

/** What nobody imports is dead, or has lost its way. */
function checkUnusedExports(): void {
  const everything = sources.map((source) => source.text).join("\n");
  for (const { file, text } of sources) {
    if (FRAMEWORK_READS.test(file)) continue;
    for (const [, kind, name] of text.matchAll(/^export (?:async )?(const|function|class|interface|type) (\w+)/gm)) {
      const uses = everything.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
      const own = text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
      // A type that a signature of its own file names is part of that signature; the contract is read by everybody.
      const named = own > 1 && (kind === "interface" || kind === "type" || file.startsWith("contract/"));
      if (uses === own && !named)
        report(file, own > 1 ? `${name} is exported and used here only` : `${name} is exported and used by nobody`);
    }
  }
}

/** Numbers of the specification appear once, each with its paragraph. */
function checkLimitsHaveTheirParagraph(): void {
  const limits = readFileSync(join(ROOT, "contract/src/limits.ts"), "utf8");
  if (!/§9/.test(limits) || !/§4/.test(limits)) report("contract/src/limits.ts", "numbers without their paragraph");
}

function readSource(file: string): Source {
  const text = readFileSync(join(ROOT, file), "utf8");
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) =>
    resolveImport(file, target!),
  );
  return { file, text, imports };
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith("~/")) return withEnding(`web/app/${target.slice(2)}`);
  if (target.startsWith(".")) return withEnding(relative(ROOT, join(ROOT, dirname(file), target)));
  return target;
}

function withEnding(path: string): string {
  return (
    ["", ".ts", ".tsx"]
      .map((ending) => path + ending)
      .find((one) => /\.\w+$/.test(one) && existsSync(join(ROOT, one))) ?? path
  );
}
