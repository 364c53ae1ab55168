/**
 * What several routes share, from the bottom up: a chunk takes what it imports with it unless one above has it. A page loads
 * react, router, base, kit and shell, the chunks of its own features, and zod and forms only where it has a form.
 */
const CHUNKS: {
  name: string | ((id: string) => string | null);
  test?: RegExp;
  entriesAware?: boolean;
  entriesAwareMergeThreshold?: number;
}[] = [
  { name: "react", test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: "router", test: /[\\/]node_modules[\\/]react-router[\\/]/ },
  {
    name: "base",
    test: /[\\/]node_modules[\\/]@tanstack[\\/]|[\\/]contract[\\/]src[\\/](limits|locales|attributes|interests|niches|live)\.ts$/,
  },
  { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/](fields|ids)\.ts$/ },
  { name: "dialogs", test: /[\\/]node_modules[\\/](@base-ui|@floating-ui|use-sync-external-store)[\\/]/ },
  {
    name: "kit",
    test: /[\\/]contract[\\/]src[\\/](?!(credits|factors|gifts|moderation|notifications|payments|security)\.ts)[\w-]+\.ts$|[\\/]app[\\/](ui[\\/](?!combobox|password-field|textarea-field|progress|switch)|platform[\\/](?!form\.ts|live|proof-of-work)|paths\.ts|root-data\.ts)/,
  },
  // with what it shows of features: badges, the member's own picture, the state of push, the prompt to sign up
  {
    name: "shell",
    test: /[\\/]app[\\/](shell|layouts)[\\/]|[\\/]app[\\/]features[\\/]([\w-]+[\\/]queries|push[\\/](?!push\.ts)[\w-]+|account[\\/]signup-(prompt|host))\.tsx?$/,
  },
  // what larger forms need, and endpoints of pages that few open first
  {
    name: "fields",
    test: /[\\/]app[\\/](ui[\\/](password-field|textarea-field|progress|switch)|platform[\\/]proof-of-work)\.tsx?$|[\\/]contract[\\/]src[\\/][\w-]+\.ts$/,
  },
  // what awaits a group of texts; within a feature's chunk it would bring that to every page with the group
  { name: (id) => /virtual:texts-of\/(\w+)/.exec(id)?.[1]?.concat("-texts") ?? null },
  { name: "forms", test: /[\\/]platform[\\/]form\.ts$|\.ts\?schemas$/ },
  { name: "live", test: /[\\/]app[\\/]platform[\\/]live/ },
  {
    name: (id) => /[\\/]app[\\/]features[\\/]([\w-]+)[\\/]/.exec(id)?.[1] ?? null,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_000,
  },
];

/** For `output.codeSplitting`. */
export const chunkGroups = CHUNKS.map((chunk, at) => ({
  ...chunk,
  minShareCount: chunk.test?.source.includes("node_modules") ? 1 : 2,
  minSize: 0,
  priority: CHUNKS.length - at,
}));

/** For `output.chunkFileNames`. The names of all routes that share a chunk would be in each page several times. */
export const chunkFile = ({ name }: { name: string }): string => `assets/${name.split("~")[0]}-[hash].js`;
