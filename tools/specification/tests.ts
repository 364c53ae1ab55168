/** The tests in a source, in its order, as far as their titles are written down. */
export interface Test {
  /** Where the call begins, and where its title does. */
  at: number;
  titleAt: number;
  /** With those of the groups around it: "the limit › of a %s member holds". */
  title: string;
}

const TEST = /^[ \t]*(?:it|test)((?:\.(?!describe)\w+)*)(?:<[^\n(]*>)?\(/gm;
const GROUP = /^[ \t]*(?:test\.)?describe((?:\.\w+)*)\(/gm;

export function testsOf(text: string): Test[] {
  const groups = callsOf(text, GROUP).map((group) => ({ ...group, end: endOf(text, group.at) }));
  return callsOf(text, TEST).map(({ at, titleAt, title }) => {
    const around = groups.filter((group) => group.at < at && at < group.end);
    return { at, titleAt, title: [...around, { title }].map((one) => one.title).join(" › ") };
  });
}

/** Calls at the beginning of a line with a text as their first argument; of `.each(table)(…)` behind the table. */
function callsOf(text: string, pattern: RegExp): Test[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: call, 1: how }) => {
    const inside = index + call.length;
    const open = how!.includes(".each") ? text.indexOf("(", closing(text, inside)) + 1 : inside;
    const titleAt = afterComments(text, open);
    const [, , title] = /^(["'`])((?:\\.|(?!\1)[^\\])*)\1/.exec(text.slice(titleAt)) ?? [];
    const at = index + call.length - call.trimStart().length;
    return title === undefined ? [] : [{ at, titleAt, title: title.replace(/\\(.)/g, "$1").replace(/\s+/g, " ") }];
  });
}

/** Where the code goes on: behind the white space and the comments from here on. */
export function afterComments(text: string, from: number): number {
  const [skipped] = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from))!;
  return from + skipped.length;
}

/** The line that closes a group is indented as the one that opens it. */
function endOf(text: string, at: number): number {
  const indentation = text.slice(text.lastIndexOf("\n", at) + 1, at);
  const end = text.indexOf(`\n${indentation}});`, at);
  return end < 0 ? text.length : end;
}

/** The parenthesis that closes the one before `from`; those in literals and comments do not count. */
function closing(text: string, from: number): number {
  const parts =
    /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\/.*|\/\*[\s\S]*?\*\/|\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+\/|[()]/g;
  parts.lastIndex = from;
  let depth = 1;
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if (part[0] === "(") depth++;
    if (part[0] === ")" && !--depth) return part.index;
  }
  return text.length;
}
