/**
 * Named statements on PGlite, parsed and planned once: its own `query` does both each time, which costs more than most
 * of them.
 */
import { type messages, type PGlite, protocol } from "@electric-sql/pglite";
import { PARSERS } from "./types.ts";

const { serialize } = protocol;

interface Prepared {
  /** Type oids of the parameters. */
  params: number[];
  fields: { name: string; parse: ((value: string, type: number) => unknown) | undefined; type: number }[];
}
type Message = messages.BackendMessage;

/** Runs a statement by name, preparing it on first use. */
export function openStatements(database: PGlite): (name: string, text: string, params: unknown[]) => Promise<object[]> {
  const prepared = new Map<string, Prepared>();
  const send = async (...parts: Uint8Array[]): Promise<Message[]> =>
    (await database.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;

  const prepare = async (name: string, text: string): Promise<Prepared> => {
    const parse = serialize.parse({ name, text }).slice(); // the writer uses its buffer again
    const answers = await send(parse, serialize.describe({ type: "S", name }));
    const params = answers.find(isParameters)?.dataTypeIDs ?? [];
    const fields = (answers.find(isFields)?.fields ?? []).map(({ name, dataTypeID: type }) => ({
      name,
      parse: PARSERS[type] ?? database.parsers[type], // it puts its own for arrays over those that it was given
      type,
    }));
    const found = { params, fields };
    prepared.set(name, found);
    return found;
  };

  return (name, text, params) =>
    database.runExclusive(async () => {
      const statement = prepared.get(name) ?? (await prepare(name, text));
      const values = params.map((value, at) => boundOf(database, value, statement.params[at]!));
      const bind = serialize.bind({ statement: name, values }).slice();
      const answers = await send(bind, serialize.execute({}));
      return answers.filter(isRow).map(({ fields }) => rowOf(statement, fields));
    });
}

function boundOf(database: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null;
  return database.serializers[type]?.(value) ?? String(value);
}

function rowOf({ fields }: Prepared, values: (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (const [at, { name, parse, type }] of fields.entries()) {
    const value = values[at] ?? null;
    row[name] = value === null || !parse ? value : parse(value, type);
  }
  return row;
}

const isParameters = (message: Message): message is messages.ParameterDescriptionMessage =>
  message.name === "parameterDescription";
const isFields = (message: Message): message is messages.RowDescriptionMessage => message.name === "rowDescription";
const isRow = (message: Message): message is messages.DataRowMessage => message.name === "dataRow";
