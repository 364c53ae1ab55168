/** docs/specification.md: every line of the specification with the tests that prove it. */
import type { Line, Section } from "./lines.ts";
import type { Tag } from "./tags.ts";

export const COMMAND = "npx node tools/specification/main.ts --write";

const INTRODUCTION = `# The specification and its tests

Every line of the specification with the tests that prove it. The lines are in \`tools/specification/lines.md\`; a test
names those that it proves in a comment above it, \`// spec: 4.push-alert\`. \`${COMMAND}\` writes this page.
`;

export function makeTable(sections: Section[], tags: Tag[]): string {
  const rowOf = ({ id, text, untested }: Line): string => {
    const tests = tags.filter((tag) => tag.id === id).map(linkOf);
    return `| \`${id}\` ${cell(text)} | ${untested ? `no test: ${cell(untested)}` : [...new Set(tests)].join("<br>")} |`;
  };
  const parts = sections.map(({ heading, lines }) =>
    lines.length ? [heading, "", "| line | tests |", "|---|---|", ...lines.map(rowOf), ""] : [heading, ""],
  );
  return [INTRODUCTION, ...parts.flat()].join("\n");
}

/** What keeps the table from being true. */
export function findFaults(sections: Section[], tags: Tag[]): string[] {
  const lines = sections.flatMap(({ lines }) => lines);
  const ids = new Map(lines.map((line) => [line.id, line]));
  const proved = new Set(tags.map(({ id }) => id));
  return [
    ...lines.filter((line, at) => lines.findIndex(({ id }) => id === line.id) < at).map(({ id }) => `${id}: twice`),
    ...lines.filter(({ id, untested }) => !untested && !proved.has(id)).map(({ id }) => `${id}: no test has this tag`),
    ...tags.flatMap(({ id, file, line, wrong }) => {
      const why = wrong ?? (!ids.has(id) ? "no such line" : ids.get(id)!.untested && "a line without a test");
      return why ? [`${file}:${line}: // spec: ${id}: ${why}`] : [];
    }),
  ];
}

const linkOf = ({ file, title }: Tag): string => `[${file} › ${plain(title)}](../${file})`;

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** A title has no Markdown. */
const plain = (title: string): string => title.replace(/[|<`*$[\]]/g, "\\$&");
