/** Nothing is invented: every like, message, number, online sign and offer has its rows (product.md 11). */

import { banAccount } from "../server/modules/account/commands.ts";
import { changePreferences } from "../server/modules/account/preferences/commands.ts";
import { hideMember } from "../server/modules/members/commands.ts";
import type { Check } from "./check.ts";
import { autoLike, fictional, popup, refusals } from "./honesty/encounters.ts";
import { badges, online, rows, searches, welcomeBonus } from "./honesty/numbers.ts";
import { openScene, type Scene } from "./honesty/scene.ts";
import { person } from "./people.ts";

let made: Pick<Scene, "fictional" | "hidden">;

export const honest: Check = {
  name: "honest",
  holds:
    "every like, message, number, online sign and offer is a row or a count of rows; fictional profiles are labeled and free",
  target: {
    prepare: async (app) => {
      const story = await person(app, "Story", { gender: "woman" });
      await app.db.raw("update members set fictional = true where id = $1", [story.number]);
      const invisible = await person(app, "Invisible", { premium: true });
      await changePreferences(app, { site: 1, member: invisible.number, premium: true }, { invisible: true });
      const banned = await person(app, "Banned");
      await banAccount(app, 1, banned.number, "a check");
      const leaving = await person(app, "Leaving");
      await app.db.transaction((tx) => hideMember(app, tx, 1, leaving.number, true));
      const unconfirmed = await person(app, "Unconfirmed", { unconfirmed: true });
      made = { fictional: story, hidden: [invisible, banned, leaving, unconfirmed].map(({ id }) => id) };
    },
  },
  run: async (target, report, scale) => {
    const scene = openScene(target, report, scale, made);
    for (const check of [autoLike, popup, fictional, refusals, badges, searches, online, welcomeBonus])
      await check(scene);
    await target.offline(rows(scene));
  },
};
