/** The lines of the specification: lines.md. */

export interface Line {
  id: string;
  text: string;
  /** Why no test can prove it. */
  untested?: string;
}

/** One of the specification's nine points, or a part of it. */
export interface Section {
  /** As in Markdown, with its level. */
  heading: string;
  lines: Line[];
}

export function readLines(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const row of markdown.split("\n")) {
    const [, id, text] = /^- `([^`]+)` (.+)$/.exec(row) ?? [];
    const [, untested] = /^ {2}- no test: (.+)$/.exec(row) ?? [];
    if (/^##+ /.test(row)) sections.push({ heading: row, lines: [] });
    else if (id) sections.at(-1)!.lines.push({ id, text: text! });
    else if (untested) sections.at(-1)!.lines.at(-1)!.untested = untested;
    else if (row.startsWith("-") || row.startsWith(" ")) throw new Error(`No line of the specification: ${row}`);
  }
  return sections;
}
