/**
 * Ids are integers inside and encrypted strings outside (product.md 1). `idOf(kind)` in a schema marks a field as an
 * id of that kind; the dispatcher decodes requests and encodes answers. An id of one kind never decodes as another.
 */
import * as z from "zod/mini";
import { bounded, stop } from "./fields.ts";

/** Append only: the position is part of every encrypted id. */
export const ID_KINDS = [
  "member",
  "conversation",
  "message",
  "photo",
  "transaction",
  "session",
  "passkey",
  "search",
  "picture",
  "gift",
  "instrument",
  "mandate",
] as const;
export type IdKind = (typeof ID_KINDS)[number];

declare const KIND: unique symbol;
/** An encrypted id: 22 characters of base64url. */
export type Id<K extends IdKind = IdKind> = string & { readonly [KIND]: K };

/** A contract type as a handler sees it: every id is a number. */
export type Decoded<T> =
  T extends Id<IdKind>
    ? number
    : T extends readonly (infer Item)[]
      ? Decoded<Item>[]
      : T extends Date | Blob
        ? T
        : T extends object
          ? { [Key in keyof T]: Decoded<T[Key]> }
          : T;

export const idKinds = z.registry<{ kind: IdKind }>();

export function idOf<K extends IdKind>(kind: K): z.ZodMiniType<Id<K>, Id<K>> {
  const schema = bounded(22, "not_found", "not_found").check(z.regex(/^[A-Za-z0-9_-]{22}$/, stop("not_found")));
  idKinds.add(schema, { kind });
  return schema as unknown as z.ZodMiniType<Id<K>, Id<K>>;
}
