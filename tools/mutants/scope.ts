/** Which files are mutated, and which tests run for each. */
import { globSync } from "node:fs";
import { dirname } from "node:path";

/** Modules whose rules and commands are mutated; if they move money also reads, where conditions in SQL are the rules. */
export const SCOPE: Record<string, string> = {
  credits: "{rules,commands,queries}",
  discounts: "{rules,commands,queries}",
  notifications: "{rules,commands,queries}",
  payments: "{rules,commands,queries}",
  account: "{rules,commands}",
  chat: "{rules,commands}",
  moderation: "{rules,commands}",
  search: "rules",
};

export const filesOf = (root: string, module: string): string[] =>
  globSync([`server/modules/${module}/**/${SCOPE[module]}.ts`, `server/modules/${module}/**/rules/*.ts`], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();

/** Nearest first: the folder itself, parent folders in the module, then subfolders. Tests without a database come first. */
export function testsOf(root: string, file: string, real = false): string[] {
  const folder = dirname(file);
  const module = folder.split("/").slice(0, 3).join("/");
  const near = (test: string): number => {
    const at = dirname(test);
    if (at === folder) return 0;
    return folder.startsWith(`${at}/`) ? 1 : 2;
  };
  const isRules = (path: string) => /\/rules(\.|\/)/.test(path);
  const relevant = (test: string) =>
    (near(test) < 2 || dirname(test).startsWith(`${folder}/`)) &&
    (isRules(file) || !isRules(test)) && // a test of rules covers rules only,
    !(real && isRules(test)); // and opens no database
  const rank = (test: string): string => `${near(test)}${test.endsWith("/rules.test.ts") ? 0 : 1}${test}`;
  return globSync(`${module}/**/*.test.ts`, { cwd: root })
    .filter(relevant)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
