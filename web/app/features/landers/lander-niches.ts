/** What landers show of a niche besides its words and its accent (contract/src/niches.ts), in one table. */
import type { Interest } from "@serenade/contract/interests";
import type { nicheOf } from "@serenade/contract/niches";
import evening from "./drawings/thing-evening.svg";
import garden from "./drawings/thing-garden.svg";
import lasting from "./drawings/thing-lasting.svg";
import night from "./drawings/thing-night.svg";
import outdoors from "./drawings/thing-outdoors.svg";
import stage from "./drawings/thing-stage.svg";
import table from "./drawings/thing-table.svg";

/** A niche has a scene of the same name. */
export type SceneName = ReturnType<typeof nicheOf>["name"];

interface LanderNiche {
  /** A still life, 320 × 200, standing on its lower edge. */
  thing: string;
  /** Its own scene first, then those that go with it. */
  scenes: readonly SceneName[];
  /** Offered first where interests are picked. */
  interests: readonly Interest[];
}

const TABLE: Record<SceneName, LanderNiche> = {
  evening: {
    thing: evening,
    scenes: ["evening", "table", "stage", "outdoors", "garden", "night", "lasting"],
    interests: ["wine", "music", "cooking", "movies", "hiking", "coffee"],
  },
  lasting: {
    thing: lasting,
    scenes: ["lasting", "garden", "table", "evening", "outdoors", "stage", "night"],
    interests: ["relationship", "cooking", "reading", "animals", "travelling", "tea"],
  },
  night: {
    thing: night,
    scenes: ["night", "stage", "evening", "table", "garden", "outdoors", "lasting"],
    interests: ["dancing", "party", "kissing", "music", "beer", "wine"],
  },
  garden: {
    thing: garden,
    scenes: ["garden", "lasting", "stage", "table", "evening", "outdoors", "night"],
    interests: ["theater", "travelling", "reading", "tea", "art", "hiking"],
  },
  outdoors: {
    thing: outdoors,
    scenes: ["outdoors", "lasting", "garden", "evening", "table", "stage", "night"],
    interests: ["hiking", "biking", "adventure", "beach", "photography", "sports"],
  },
  table: {
    thing: table,
    scenes: ["table", "evening", "night", "garden", "lasting", "stage", "outdoors"],
    interests: ["cooking", "wine", "sushi", "coffee", "vegetarian", "tea"],
  },
  stage: {
    thing: stage,
    scenes: ["stage", "night", "evening", "table", "garden", "lasting", "outdoors"],
    interests: ["music", "theater", "art", "movies", "dancing", "photography"],
  },
};

export const landerNicheOf = (name: SceneName): LanderNiche => TABLE[name];

/** A scene upright, 648 × 810 (tools/build-lander-pictures.ts). */
export const sceneSource = (name: SceneName): string => `/landers/scene-${name}.webp`;
