import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStorage, ForbiddenStorage } from "../../test/browser.ts";
import { forgetOthers, listOwn, readOwn, watchOwn, writeOwn } from "./own-storage.ts";

type Member = Parameters<typeof readOwn>[0];
const anna = "anna" as Member;
const bram = "bram" as Member;

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
});
afterEach(() => {
  forgetOthers(null);
  vi.unstubAllGlobals();
});

describe.each([
  ["kept by the browser", () => new FakeStorage()],
  ["kept by the page where storage is forbidden", () => new ForbiddenStorage()],
])("a member's storage, %s", (_, storage) => {
  beforeEach(() => void vi.stubGlobal("localStorage", storage()));

  it("belongs to one member", () => {
    writeOwn(anna, "draft:1", "hello");
    expect(readOwn(anna, "draft:1")).toBe("hello");
    expect(readOwn(bram, "draft:1")).toBeNull();
    expect(listOwn(bram, "draft:")).toEqual([]);
  });

  it("forgets what is written as null", () => {
    writeOwn(anna, "draft:1", "hello");
    writeOwn(anna, "draft:1", null);
    expect(readOwn(anna, "draft:1")).toBeNull();
    expect(listOwn(anna, "draft:")).toEqual([]);
  });

  it("lists the values of names that begin so, by name", () => {
    writeOwn(anna, "outbox:b", "second");
    writeOwn(anna, "outbox:a", "first");
    writeOwn(anna, "draft:1", "draft");
    expect(listOwn(anna, "outbox:")).toEqual(["first", "second"]);
  });

  it("is empty for everybody after a logout", () => {
    writeOwn(anna, "draft:1", "hello");
    writeOwn(bram, "draft:1", "hello");
    forgetOthers(null);
    expect([readOwn(anna, "draft:1"), readOwn(bram, "draft:1")]).toEqual([null, null]);
  });

  it("keeps only what is of the member who logs in", () => {
    writeOwn(anna, "draft:1", "anna's");
    writeOwn(bram, "draft:1", "bram's");
    forgetOthers(bram);
    expect([readOwn(anna, "draft:1"), readOwn(bram, "draft:1")]).toEqual([null, "bram's"]);
  });
});

it("leaves what is not a member's alone", () => {
  localStorage.setItem("theme", "dark");
  forgetOthers(null);
  expect(localStorage.getItem("theme")).toBe("dark");
});

it("takes a member whose id begins like another's for somebody else", () => {
  writeOwn("ann" as Member, "draft:1", "ann's");
  writeOwn(anna, "draft:1", "anna's");
  forgetOthers("ann" as Member);
  expect(readOwn(anna, "draft:1")).toBeNull();
  expect(readOwn("ann" as Member, "draft:1")).toBe("ann's");
});

it("goes back to the browser's storage when it takes values again", () => {
  const room = new FakeStorage();
  const full = vi.spyOn(room, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.stubGlobal("localStorage", room);
  writeOwn(anna, "draft:1", "long");
  expect(readOwn(anna, "draft:1")).toBe("long");
  full.mockRestore();
  writeOwn(anna, "draft:1", "short");
  expect(room.getItem("own:anna:draft:1")).toBe("short");
  expect(listOwn(anna, "draft:")).toEqual(["short"]);
});

it("tells of changes in this tab and in others until the watcher stops", () => {
  const changed = vi.fn();
  const stop = watchOwn(changed);
  writeOwn(anna, "draft:1", "hello");
  window.dispatchEvent(new Event("storage"));
  forgetOthers(null);
  expect(changed).toHaveBeenCalledTimes(3);
  stop();
  writeOwn(anna, "draft:1", "hello");
  window.dispatchEvent(new Event("storage"));
  expect(changed).toHaveBeenCalledTimes(3);
});
