import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStorage, ForbiddenStorage } from "../../test/browser.ts";
import { memberStorage } from "./member-storage.ts";

type Member = Parameters<typeof memberStorage.read>[0];
const anna = "anna" as Member;
const bram = "bram" as Member;

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
});
afterEach(() => {
  memberStorage.clearOthers(null);
  vi.unstubAllGlobals();
});

describe.each([
  ["stored by the browser", () => new FakeStorage()],
  ["stored by the page where storage is forbidden", () => new ForbiddenStorage()],
])("a member's storage, %s", (_, storage) => {
  beforeEach(() => void vi.stubGlobal("localStorage", storage()));

  it("belongs to one member", () => {
    memberStorage.write(anna, "draft:1", "hello");
    expect(memberStorage.read(anna, "draft:1")).toBe("hello");
    expect(memberStorage.read(bram, "draft:1")).toBeNull();
    expect(memberStorage.list(bram, "draft:")).toEqual([]);
  });

  it("forgets what is written as null", () => {
    memberStorage.write(anna, "draft:1", "hello");
    memberStorage.write(anna, "draft:1", null);
    expect(memberStorage.read(anna, "draft:1")).toBeNull();
    expect(memberStorage.list(anna, "draft:")).toEqual([]);
  });

  it("lists the values of names that begin so, by name", () => {
    memberStorage.write(anna, "outbox:b", "second");
    memberStorage.write(anna, "outbox:a", "first");
    memberStorage.write(anna, "draft:1", "draft");
    expect(memberStorage.list(anna, "outbox:")).toEqual(["first", "second"]);
  });

  it("is empty for all members after a logout", () => {
    memberStorage.write(anna, "draft:1", "hello");
    memberStorage.write(bram, "draft:1", "hello");
    memberStorage.clearOthers(null);
    expect([memberStorage.read(anna, "draft:1"), memberStorage.read(bram, "draft:1")]).toEqual([null, null]);
  });

  it("keeps only the entries of the member who logs in", () => {
    memberStorage.write(anna, "draft:1", "anna's");
    memberStorage.write(bram, "draft:1", "bram's");
    memberStorage.clearOthers(bram);
    expect([memberStorage.read(anna, "draft:1"), memberStorage.read(bram, "draft:1")]).toEqual([null, "bram's"]);
  });
});

it("leaves what is not a member's alone", () => {
  localStorage.setItem("theme", "dark");
  memberStorage.clearOthers(null);
  expect(localStorage.getItem("theme")).toBe("dark");
});

it("distinguishes members whose ids share a prefix", () => {
  memberStorage.write("ann" as Member, "draft:1", "ann's");
  memberStorage.write(anna, "draft:1", "anna's");
  memberStorage.clearOthers("ann" as Member);
  expect(memberStorage.read(anna, "draft:1")).toBeNull();
  expect(memberStorage.read("ann" as Member, "draft:1")).toBe("ann's");
});

it("goes back to the browser's storage when it takes values again", () => {
  const room = new FakeStorage();
  const full = vi.spyOn(room, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.stubGlobal("localStorage", room);
  memberStorage.write(anna, "draft:1", "long");
  expect(memberStorage.read(anna, "draft:1")).toBe("long");
  full.mockRestore();
  memberStorage.write(anna, "draft:1", "short");
  expect(room.getItem("own:anna:draft:1")).toBe("short");
  expect(memberStorage.list(anna, "draft:")).toEqual(["short"]);
});

it("notifies of changes in this tab and in others until unsubscribed", () => {
  const changed = vi.fn();
  const stop = memberStorage.subscribe(changed);
  memberStorage.write(anna, "draft:1", "hello");
  window.dispatchEvent(new Event("storage"));
  memberStorage.clearOthers(null);
  expect(changed).toHaveBeenCalledTimes(3);
  stop();
  memberStorage.write(anna, "draft:1", "hello");
  window.dispatchEvent(new Event("storage"));
  expect(changed).toHaveBeenCalledTimes(3);
});
