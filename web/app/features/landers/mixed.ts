import type { MemberCard } from "@serenade/contract/members";
import type { SceneName } from "./lander-niches.ts";

export type Picture = { member: MemberCard } | { scene: SceneName };

/** Scenes and members in turns, the niche's own scene first; where few members are shown, scenes take their places. */
export function mixed(members: readonly MemberCard[], scenes: readonly SceneName[], most: number): Picture[] {
  const people = members.map((member): Picture => ({ member }));
  const places = scenes.map((scene): Picture => ({ scene }));
  const pictures: Picture[] = [];
  while (pictures.length < most && people.length + places.length > 0) {
    const next = pictures.length % 2 === 0 ? (places.shift() ?? people.shift()) : (people.shift() ?? places.shift());
    pictures.push(next!);
  }
  return pictures;
}

export const keyOf = (picture: Picture): string => ("member" in picture ? picture.member.id : picture.scene);
