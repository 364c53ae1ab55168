import type { MemberCard } from "@serenade/contract/members";
import { expect, it } from "vitest";
import { keyOf, mixed } from "./mixed.ts";

const members = ["anna", "bram"].map((id) => ({ id }) as unknown as MemberCard);

it("scenes and members take turns, and scenes fill the places of missing members", () => {
  expect(mixed(members, ["night", "stage", "table", "garden"], 6).map(keyOf)).toEqual([
    "night",
    "anna",
    "stage",
    "bram",
    "table",
    "garden",
  ]);
});

it("shows each picture once, and no more than there are", () => {
  expect(mixed([], ["night", "stage"], 7).map(keyOf)).toEqual(["night", "stage"]);
  expect(mixed(members, ["night"], 2).map(keyOf)).toEqual(["night", "anna"]);
});
