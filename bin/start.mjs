// npm start: installs, builds, migrates, fills the demo community, serves. Requires only Node ≥ 20 and npm.
import { build, install, serve } from "./run.mjs";

install();
build();
serve(["server/main.ts"], { NODE_ENV: "production" });
