import { writeFileSync } from "node:fs";
import { openStage } from "/work/main/bench/stage.ts";

const stage = await openStage("postgres", Number(process.argv[2] ?? 1_000_000));
writeFileSync("/tmp/stage.json", JSON.stringify(stage));
console.log("ready");
setInterval(() => {}, 1e6);
process.on("SIGTERM", async () => {
  await stage.close();
  process.exit(0);
});
