import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedName } from "../signed-names/rules.ts";
import { namesIn, reasonOf } from "./rules.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

describe("reports", () => {
  it("of any shape never stop anything but by their own fields", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ type: fc.string(), text: fc.string() })), (parts) => {
        expect(reasonOf({ to: [], parts })).toBeNull();
        expect(namesIn({ to: [], parts })).toEqual([]);
      }),
    );
  });

  it("are not trusted where a name is in the text of the returned mail", () => {
    const name = signedName(SECRET, "bounce", { site: 1, member: 7 });
    const parts = [{ type: "message/rfc822", text: `Subject: x\r\n\r\nI read X-User: ${name}` }];
    expect(namesIn({ to: [], parts })).toEqual([]);
    expect(namesIn({ to: [], parts: [{ type: "message/rfc822", text: `X-User: ${name}\r\n\r\nx` }] })).toEqual([name]);
  });
});
