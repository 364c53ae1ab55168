import type { Photo } from "@serenade/contract/photos";
import { expect, it } from "vitest";
import { movedTo, moveFields } from "./photo-order.ts";

const photo = (id: string, status: Photo["status"] = "active", main = false) => ({ id, status, main }) as Photo;
const [a, b, c] = [photo("a", "active", true), photo("b"), photo("c", "pending")];

it("moves one to a place counted from 1", () => {
  expect(movedTo(["a", "b", "c"], "c", 1)).toEqual(["c", "a", "b"]);
  expect(movedTo(["a", "b", "c"], "a", 2)).toEqual(["b", "a", "c"]);
  expect(movedTo(["a", "b", "c"], "a", 3)).toEqual(["b", "c", "a"]);
});

it("makes the photo that becomes the first the main one, once it is checked", () => {
  expect(moveFields([a, b, c], b, 1)).toEqual({ intent: "move", photo_id: "b", order: "1", main_id: "b" });
  expect(moveFields([a, b, c], a, 2)).toEqual({ intent: "move", photo_id: "a", order: "2", main_id: "b" });
  expect(moveFields([a, b, c], c, 1)).toEqual({ intent: "move", photo_id: "c", order: "1" });
  expect(moveFields([a, b, c], c, 2)).toEqual({ intent: "move", photo_id: "c", order: "2" });
});
