import { defineConfig } from "@playwright/test";
import { freePort, hasRealServers } from "../faults/servers.ts";

// Set once by the first process; workers inherit them.
process.env.E2E_EMBEDDED ??= String(await freePort());
process.env.E2E_REAL_ONE ??= String(await freePort());
process.env.E2E_REAL_TWO ??= String(await freePort());
const all = !!process.env.E2E_ALL;
// Running everything twice would use up the credits of the demo logins: then each screen size has its own community.
if (all) process.env.E2E_EMBEDDED_DESK ??= String(await freePort());

const real = hasRealServers();
const address = (name: string) => `http://localhost:${process.env[name]}`;

const screens = [
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: "desk", viewport: { width: 1280, height: 900 }, hasTouch: false },
] as const;
type Screen = (typeof screens)[number];

const embedded = { phone: address("E2E_EMBEDDED"), desk: address(all ? "E2E_EMBEDDED_DESK" : "E2E_EMBEDDED") };
/** Each journey runs on a phone and on a desktop; on the real servers with two processes, one for each member. */
const engines = [
  { name: "embedded", urls: ({ name }: Screen) => [embedded[name], embedded[name]] },
  ...(real ? [{ name: "real", urls: () => [address("E2E_REAL_ONE"), address("E2E_REAL_TWO")] }] : []),
];

/** What needs programs that are missing: bin/test.mjs says so, and fails in CI. */
const CANNOT_RUN = [
  ...(process.env.WITHOUT_PROXY ? ["providers.e2e.ts"] : []),
  ...(process.env.WITHOUT_JAVA ? ["html.e2e.ts"] : []),
];

/**
 * The browser tests of `npm test`: forms and words on the narrow screen, every page once
 * light and once dark by one test or another, one journey on the phone and one by keyboard on the desktop, and what two processes have to
 * agree on with the real servers. E2E_ALL=1 runs everything on both screens.
 */
const SAMPLE: Record<Screen["name"], { grepInvert?: RegExp[]; testMatch?: string[]; testIgnore?: string[] }> = {
  phone: {
    // each page is read by e2e/routes and by the desk's e2e/pages; widths by e2e/sizes
    grepInvert: [
      /(dark, fr|pages are clean, light, en)$/,
      /, de$/,
      /niche [2-6] has/,
      /by keyboard alone|by touch/,
      /no page is wider than the narrowest/,
    ],
    testIgnore: ["live.e2e.ts", ...CANNOT_RUN],
  },
  desk: {
    grepInvert: [/light, en/, /by touch/, /narrowest phone/],
    testMatch: ["pages.e2e.ts", "keyboard-and-touch.e2e.ts"],
  },
};
const ALL: typeof SAMPLE = {
  phone: { testIgnore: CANNOT_RUN },
  desk: { grepInvert: [/by touch/], testIgnore: CANNOT_RUN },
};
const REAL: Record<Screen["name"], string[]> = {
  phone: ["journey.e2e.ts", "live.e2e.ts"],
  desk: all ? ["journey.e2e.ts"] : [],
};

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../test-results",
  // Two workers, because one leaves cores idle while it waits. Tests count rows of their own members; the demo logins are
  // shared, as between two windows.
  workers: 2,
  // A busy machine may be too slow once; tests that need a second attempt are reported as flaky.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000, toMatchAriaSnapshot: { pathTemplate: "{testDir}/snapshots/{arg}{ext}" } },
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
      // Tests that do not depend on the database run once.
      ...(engine.name === "real" ? { testMatch: REAL[screen.name] } : all ? ALL[screen.name] : SAMPLE[screen.name]),
    })),
  ),
});
