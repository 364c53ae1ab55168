// npm start: installs, builds, migrates, fills the demo community, serves. Requires only Node ≥ 20 and npm.
import { MEMORY_ENV, NODE_MEMORY } from "./memory.mjs";
import { build, install, serve } from "./run.mjs";

install();
build();
serve([...NODE_MEMORY, "server/main.ts"], { ...MEMORY_ENV, NODE_ENV: "production", ...process.env });
