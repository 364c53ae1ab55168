import { describe, expect, it } from "vitest";
import { GIVE_UP_SECONDS, isPublicAddress, isPushEndpoint, outcomeOf, pauseBefore, tagOf, topicOf } from "./rules.ts";

describe("an address", () => {
  it.each([
    "8.8.8.8",
    "142.250.74.10",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "2607:f8b0:4004:c07::5f",
    "2a00:1450:4001::1",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ..."0.0.0.0 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255".split(
      " ",
    ),
    ..."192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1".split(
      " ",
    ),
    ..."255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a00:1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1".split(
      " ",
    ),
    ..."fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd12:3456::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: 100::1 3fff::1".split(
      " ",
    ),
    ..."localhost 127.1 2130706433 0x7f000001".split(" "),
    "",
  ])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("an endpoint", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:APA91",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QGuQ",
    "https://db5p.notify.windows.com/w/?token=abc",
  ])("%s is a push service's", (endpoint) => expect(isPushEndpoint(endpoint, null)).toBe(true));

  it("of the tests is one only where there is one", () => {
    expect(isPushEndpoint("http://127.0.0.1:4000/x", "127.0.0.1:4000")).toBe(true);
    for (const [endpoint, host] of [
      ["http://127.0.0.1:4000/x", null],
      ["http://127.0.0.1:4001/x", "127.0.0.1:4000"],
      ["https://127.0.0.1:4000/x", "127.0.0.1:4000"],
      ["http://user@127.0.0.1:4000/x", "127.0.0.1:4000"],
    ] as const)
      expect([endpoint, isPushEndpoint(endpoint, host)]).toEqual([endpoint, false]);
  });
});

describe("what a push service answers", () => {
  it("is sent, gone, retried later, or refused", () => {
    const statuses = [200, 201, 202, 204, 301, 400, 401, 403, 404, 410, 413, 429, 500, 503, 0];
    expect(statuses.map(outcomeOf)).toEqual(
      "sent sent sent sent refused refused refused refused gone gone refused later later later later".split(" "),
    );
  });

  it("is retried with backoff, not before Retry-After, within a day", () => {
    expect([1, 2, 3, 20].map((attempt) => pauseBefore(attempt, null, 0))).toEqual([30, 60, 120, 3_600]);
    expect(pauseBefore(1, 900, 0)).toBe(900);
    expect(pauseBefore(1, GIVE_UP_SECONDS, 60)).toBeNull();
    expect(pauseBefore(9, null, GIVE_UP_SECONDS - 100)).toBeNull();
  });
});

describe("a topic", () => {
  it("is one per conversation and one per liker; its tag is short, deterministic and opaque", () => {
    expect(topicOf({ sender: 7, conversation: 12 })).toBe("conversation:12");
    expect(topicOf({ sender: 7 })).toBe("like:7");
    expect(topicOf({ search: 3 })).toBe("search:3");
    const tag = tagOf("secret", 1, "conversation:12");
    expect(tag).toMatch(/^[A-Za-z0-9_-]{1,32}$/); // RFC 8030, 5.4
    expect([tagOf("secret", 1, "conversation:12"), tagOf("secret", 2, "conversation:12")]).toEqual([
      tag,
      expect.not.stringMatching(tag),
    ]);
  });
});
