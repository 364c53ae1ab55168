/**
 * Bundles the email templates with all dependencies into server/build/mails.mjs: react-email is a build tool and not
 * part of the running server. Run by bin/run.mjs and by the setup of the tests, if a source is newer than the bundle.
 */
import { globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const SERVER = fileURLToPath(new URL("../server/", import.meta.url));
const BUNDLE = `${SERVER}build/mails.mjs`;

process.env.NODE_ENV = "production"; // read by the bundler, for JSX without source locations

if (!isUpToDate()) {
  await build({
    configFile: false,
    root: SERVER,
    logLevel: "warn",
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: `${SERVER}modules/mail/templates/render.tsx`,
      outDir: `${SERVER}build`,
      emptyOutDir: true,
      minify: true,
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "mails.mjs", codeSplitting: false } },
    },
  });
}

function isUpToDate(): boolean {
  const sources = [...globSync(`${SERVER}modules/mail/templates/*`), fileURLToPath(import.meta.url)];
  const built = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((file) => statSync(file).mtimeMs < built);
}
