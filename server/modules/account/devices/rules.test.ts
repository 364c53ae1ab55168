import { expect, it } from "vitest";
import { browserOf, systemOf } from "./rules.ts";

it("names browser and system of common agents, and nothing for unknown ones", () => {
  const of = (agent: string) => [browserOf(agent), systemOf(agent)];
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  expect(of(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0 Safari/537.36`)).toEqual([
    "Chrome",
    "Windows",
  ]);
  expect(of(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`)).toEqual([
    "Edge",
    "Windows",
  ]);
  expect(of("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0")).toEqual(["Firefox", "Linux"]);
  expect(of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1")).toEqual([
    "Safari",
    "iPhone",
  ]);
  expect(of(`Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121 Safari/537.36`)).toEqual([
    "Samsung Internet",
    "Android",
  ]);
  expect(of("curl/8.0")).toEqual([null, null]);
});
