/** A copy of the tree for mutants: the current sources, with links to the installed packages. */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "serenade-mutants-"));
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0")) {
    if (!file || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const folder of [".", "server", "web", "contract", "texts"]) linkPackages(root, copy, folder);
  return copy;
}

/** Workspace packages are relative links, which lead to the folders of the copy. */
function linkPackages(root: string, copy: string, folder: string): void {
  const from = join(root, folder, "node_modules");
  if (!existsSync(from)) return;
  const to = join(copy, folder, "node_modules");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@serenade") symlinkSync(join(from, name), join(to, name));
    else {
      mkdirSync(join(to, name));
      for (const part of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, part)), join(to, name, part));
    }
  }
}
