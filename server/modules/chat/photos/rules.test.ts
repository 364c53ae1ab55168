import { expect, it } from "vitest";
import { CHAT_RENDITIONS, mayHavePicture } from "./rules.ts";

const picture = (status: "pending" | "active" | "refused", blurred: boolean, own: boolean) =>
  CHAT_RENDITIONS.filter((rendition) => mayHavePicture({ id: 1, status, thumbhash: null, blurred, own }, rendition));

it("a picture is for both once it is made: blurred for who has not answered yet", () => {
  for (const own of [true, false]) {
    expect(picture("active", false, own)).toEqual([...CHAT_RENDITIONS]);
    expect(picture("active", true, own)).toEqual(["blurred"]);
  }
});

it("a pending picture is visible to its sender as a thumb, and a refused one to neither", () => {
  for (const blurred of [true, false]) {
    expect(picture("pending", blurred, true)).toEqual(["thumb"]);
    expect(picture("pending", blurred, false)).toEqual([]);
    expect([...picture("refused", blurred, true), ...picture("refused", blurred, false)]).toEqual([]);
  }
});
