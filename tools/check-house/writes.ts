/** Only its owner writes a table. The send statement is composed of fragments that the owners export. */

import { type Finding, isTest, type Source } from "./sources.ts";
import { literalsOf } from "./sql.ts";
import { tablesIn } from "./sql-tables.ts";
import { folderOf, OWNERS, type Owners, ownersByTable } from "./tables.ts";

/** The demo data generator writes all tables directly; through sign-ups it would take a day. */
const DEMO = "server/db/demo/";

export function checkWrites(sources: Source[], owners: Owners = OWNERS): Finding[] {
  const ownerOf = ownersByTable(owners);
  return sources
    .filter(({ file }) => /^server\/.*\.tsx?$/.test(file) && !isTest(file) && !file.startsWith(DEMO))
    .flatMap((source) =>
      literalsOf(source).flatMap((literal) =>
        [...tablesIn(literal).written].flatMap((table) => {
          const owner = ownerOf.get(table);
          if (!owner || source.file.startsWith(folderOf(owner))) return [];
          return {
            file: source.file,
            why: `line ${literal.line} writes ${table}, which belongs to ${owner}; call its command`,
          };
        }),
      ),
    );
}
