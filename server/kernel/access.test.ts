import { describe, expect, it } from "vitest";
import { networkOf } from "./access.ts";

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::/64"],
    ["", ""],
    ["::1", "::/64"],
  ])("%s → %s", (address, network) => expect(networkOf(address)).toBe(network));
});
