/** Which files are mutated, and which tests run for each. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a module exports for erasing and exporting a member is tested with all other modules. */
const OF_ERASING = { tests: "server/erase.test.ts", exports: /^export (async function|const) (erase|export)[A-Z]/m };

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

/**
 * Nearest first: tests of the folder itself, then others that import the file, then those of parent folders in the module
 * and of subfolders; for a folder without tests all of the module. Tests without a database come first.
 */
export function testsOf(root: string, file: string, real = false): string[] {
  const folder = dirname(file);
  const module = folder.split("/").slice(0, 3).join("/");
  const near = (test: string): number => {
    const at = dirname(test);
    if (at === folder) return 0;
    return folder.startsWith(`${at}/`) ? 1 : 2;
  };
  const isRules = (path: string) => /\/rules(\.|\/)/.test(path);
  const tests = globSync(`${module}/**/*.test.ts`, { cwd: root });
  const importing = new Set(tests.filter((test) => imports(root, test, file)));
  const hasOwn = tests.some((test) => dirname(test) === folder);
  const relevant = (test: string) =>
    (importing.has(test) || near(test) < 2 || !hasOwn || dirname(test).startsWith(`${folder}/`)) &&
    (isRules(file) || !isRules(test)) && // a test of rules covers rules only,
    !(real && isRules(test)); // and opens no database
  const rank = (test: string): string =>
    `${dirname(test) === folder ? 0 : 1}${importing.has(test) ? 0 : 1}${near(test)}${test.endsWith("/rules.test.ts") ? 0 : 1}${test}`;
  const sorted = tests.filter(relevant).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const erases = OF_ERASING.exports.test(readFileSync(join(root, file), "utf8"));
  return erases && !real ? [...sorted, OF_ERASING.tests] : sorted;
}

function imports(root: string, test: string, file: string): boolean {
  const paths = readFileSync(join(root, test), "utf8").matchAll(/ from "(\.[^"]+)";$/gm);
  return [...paths].some(([, path]) => join(dirname(test), path!) === file);
}
