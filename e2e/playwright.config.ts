import { defineConfig } from "@playwright/test";
import { freePort, hasRealServers } from "../faults/servers.ts";

// Chosen once, by the process that starts first; workers inherit them.
process.env.E2E_EMBEDDED ??= String(await freePort());
process.env.E2E_REAL_ONE ??= String(await freePort());
process.env.E2E_REAL_TWO ??= String(await freePort());
const all = !!process.env.E2E_ALL;
// Everything twice would spend what the logins of the demonstration have: then each screen has a community of its own.
if (all) process.env.E2E_EMBEDDED_DESK ??= String(await freePort());

const real = hasRealServers();
const address = (name: string) => `http://localhost:${process.env[name]}`;

const screens = [
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: "desk", viewport: { width: 1280, height: 900 }, hasTouch: false },
] as const;
type Screen = (typeof screens)[number];

const embedded = { phone: address("E2E_EMBEDDED"), desk: address(all ? "E2E_EMBEDDED_DESK" : "E2E_EMBEDDED") };
/** Each journey runs on a phone and on a desk; on the real servers with two processes, each member on another one. */
const engines = [
  { name: "embedded", urls: ({ name }: Screen) => [embedded[name], embedded[name]] },
  ...(real ? [{ name: "real", urls: () => [address("E2E_REAL_ONE"), address("E2E_REAL_TWO")] }] : []),
];

/**
 * What `npm test` runs of the browser tests, so that it stays under its 25 minutes: forms and words on the narrow screen, every
 * page once by day and once by night, the round by touch on the one and by keyboard on the other, what two processes have to agree about on the real servers. E2E_ALL=1 runs everything on
 * both screens.
 */
const SAMPLE: Record<Screen["name"], { grepInvert?: RegExp[]; testMatch?: string[]; testIgnore?: string[] }> = {
  phone: { grepInvert: [/dark, fr/, /niche [2-6] can/, /by keyboard alone/], testIgnore: ["live.e2e.ts"] },
  desk: {
    grepInvert: [/light, en/, /by touch/, /narrowest phone/],
    testMatch: ["journey.e2e.ts", "pages.e2e.ts", "round.e2e.ts"],
  },
};
const ALL: typeof SAMPLE = { phone: {}, desk: { grepInvert: [/by touch/] } };
const REAL: Record<Screen["name"], string[]> = { phone: ["journey.e2e.ts", "live.e2e.ts"], desk: ["journey.e2e.ts"] };

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../test-results",
  // Two fill the cores that one leaves idle while it waits. What a test counts it counts of members of its own; the logins of the
  // demonstration are shared, as among two windows.
  workers: 2,
  // A busy machine may be too slow once; what needs a second try is reported as flaky.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  globalSetup: "./servers.ts",
  use: {
    locale: "en-GB",
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: engines.flatMap((engine) =>
    screens.map((screen) => ({
      name: `${engine.name} ${screen.name}`,
      use: { viewport: screen.viewport, hasTouch: screen.hasTouch, baseURL: engine.urls(screen)[0]! },
      metadata: { urls: engine.urls(screen) },
      // What does not depend on the database is looked at once.
      ...(engine.name === "real" ? { testMatch: REAL[screen.name] } : all ? ALL[screen.name] : SAMPLE[screen.name]),
    })),
  ),
});
