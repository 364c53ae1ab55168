/** Time is a parameter: a deadline by the clock of the database or the process cannot be tested, and two clocks disagree. */
import { type Check, isTest } from "./sources.ts";
import { literalsOf } from "./sql.ts";

/** The clock itself, the leases of nodes and the table of migrations, which product time must not move. */
const OWN_CLOCK = [
  "server/kernel/clock.ts",
  "server/kernel/ids.ts",
  "server/kernel/jobs.ts",
  "server/kernel/db/migrate.ts",
];
const SQL_CLOCK =
  /\b((now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|current_(timestamp|date|time)\b|localtime(stamp)?\b)/;
const PROCESS_CLOCK = /\bDate\.now\b|\bnew Date\(\)/;

export const checkTime: Check = (sources) =>
  sources
    .filter(({ file }) => /^server\/.*\.tsx?$/.test(file) && !isTest(file) && !OWN_CLOCK.includes(file))
    .flatMap((source) => {
      const { file, text } = source;
      const findings = literalsOf(source)
        .filter((literal) => literal.texts.some((one) => SQL_CLOCK.test(one)))
        .map(({ line }) => ({
          file,
          why: `line ${line}: the database's clock; pass the product's time (clock.iso())`,
        }));
      if (PROCESS_CLOCK.test(text))
        findings.push({ file, why: "the process's clock; use the product's (clock.now())" });
      return findings;
    });
