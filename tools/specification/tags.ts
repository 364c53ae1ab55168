import { afterComments, type Test, testsOf } from "./tests.ts";

/**
 * Tags in tests: a comment `// spec: 4.push-alert, 9.photos` directly above a test, above the row of a table that a test is
 * made of, or above the loop that makes tests. The tag belongs to the test whose title comes next. In a file without tests
 * (e2e/route-table.ts) it belongs to its row.
 */
export interface Tag {
  id: string;
  file: string;
  line: number;
  /** The title of the test; of a row also how the row begins. */
  title: string;
  /** What is wrong with the tag, which then has no title. */
  wrong?: string;
}

export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file);

const TAG = /^[ \t]*\/\/ spec: *(.*)$/gm;
const LOOP = /^for \(/;
const ROW = /^(?:\[|\{|"|'|`|[\w$]+: )/;

export function readTags(file: string, text: string): Tag[] {
  const tags = [...text.matchAll(TAG)];
  const tests = tags.length ? testsOf(text) : [];
  return tags.flatMap(({ index, 0: comment, 1: ids }) => {
    const after = afterComments(text, index + comment.length);
    const test = tests.find(({ titleAt }) => titleAt > after);
    const next = text.slice(after, text.indexOf("\n", after)).trim();
    const place = { file, line: text.slice(0, index).split("\n").length };
    const name = isTest(file) ? nameOf(next, test, after) : rowOf(next);
    return ids!.split(",").map((id) => ({ id: id.trim(), ...place, ...name }));
  });
}

function nameOf(next: string, test: Test | undefined, after: number): Pick<Tag, "title" | "wrong"> {
  if (!test) return { title: "", wrong: "no test follows" };
  if (test.at === after || LOOP.test(next)) return { title: test.title };
  const { title, ...wrong } = rowOf(next);
  return { title: `${test.title}: ${title}`, ...wrong };
}

const rowOf = (next: string): Pick<Tag, "title" | "wrong"> =>
  ROW.test(next)
    ? { title: next.replace(/[\s,{[(]+$/, "") }
    : { title: "", wrong: "stands neither above a test nor above the row of a table" };
