// npm run build: the pages, for production.
import { build, install } from "./run.mjs";

install();
build({ force: true });
