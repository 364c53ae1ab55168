// npm run ban-photo -- picture.jpg --note "why": refuses this picture and similar ones from now on. Stop the
// server first if the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/ban-photo.ts", process.argv.slice(2));
