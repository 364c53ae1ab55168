/** From the name of a folder in storage to the picture that it holds. */
import { demoMember } from "../people.ts";
import { personOf } from "./person.ts";
import { drawPortrait, drawScene, drawThing, encode } from "./picture.ts";
import { SCENES, type SceneName } from "./scenes.ts";
import { THINGS, type ThingName } from "./things.ts";

export async function drawFolder(folder: string, width: number, quality: number): Promise<Buffer | null> {
  const [, kind, name, number] = /^demo\/(portrait|thing|scene)-([a-z0-9]+)-(\d+)$/.exec(folder) ?? [];
  if (!kind || !name || number === undefined) return null;
  if (kind === "portrait") {
    const member = Number(name);
    if (!Number.isSafeInteger(member)) return null;
    return encode(await drawPortrait(personOf(member, demoMember(member).look), Number(number), width), width, quality);
  }
  if (kind === "thing" && name in THINGS)
    return encode(await drawThing(name as ThingName, Number(number), width), width, quality);
  if (kind === "scene" && name in SCENES)
    return encode(await drawScene(name as SceneName, Number(number), width), width, quality);
  return null;
}
