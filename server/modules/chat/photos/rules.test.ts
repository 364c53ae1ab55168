import { expect, it } from "vitest";
import { CHAT_RENDITIONS, mayHavePicture } from "./rules.ts";

const picture = (status: "pending" | "active" | "refused", veiled: boolean, own: boolean) =>
  CHAT_RENDITIONS.filter((rendition) => mayHavePicture({ id: 1, status, thumbhash: null, veiled, own }, rendition));

it("a picture is for both once it is made: blurred for who has not answered yet", () => {
  for (const own of [true, false]) {
    expect(picture("active", false, own)).toEqual([...CHAT_RENDITIONS]);
    expect(picture("active", true, own)).toEqual(["blurred"]);
  }
});

it("a picture that waits is its sender's, as a thumb, and a refused one nobody's", () => {
  for (const veiled of [true, false]) {
    expect(picture("pending", veiled, true)).toEqual(["thumb"]);
    expect(picture("pending", veiled, false)).toEqual([]);
    expect([...picture("refused", veiled, true), ...picture("refused", veiled, false)]).toEqual([]);
  }
});
