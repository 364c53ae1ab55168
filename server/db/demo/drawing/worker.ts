/** Draws the pictures that the server orders, one after the other (drawers.ts). */
import type { Order } from "./drawers.ts";
import { drawFolder } from "./folders.ts";

process.on("message", async ({ folder, width, quality }: Order) => {
  process.send?.(await drawFolder(folder, width, quality));
});
process.on("disconnect", () => process.exit(0));
