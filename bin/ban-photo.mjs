// npm run ban-photo -- picture.jpg --note "why": refuses this picture from now on, and whatever looks like it. Stop the server
// first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/ban-photo.ts", process.argv.slice(2));
