/** contract ← texts ← server; the web sees contract and texts only; the kernel knows no module. */
import { type Check, isTest } from "./sources.ts";

interface LayerRule {
  of: RegExp;
  never: RegExp;
  why: string;
  /** Whether the rule applies to tests too. */
  testsToo?: true;
}

const LAYERS: LayerRule[] = [
  {
    of: /^contract\//,
    never: /^(texts|server|web)\/|^@serenade\/(texts|server|web)/,
    why: "the contract imports no other package",
    testsToo: true,
  },
  {
    of: /^texts\//,
    never: /^(server|web)\/|^@serenade\/(server|web)/,
    why: "texts import the contract only",
    testsToo: true,
  },
  { of: /^server\//, never: /^web\//, why: "the server loads the web's build, never its sources" },
  {
    of: /^web\//,
    never: /^server\/|^@serenade\/server/,
    why: "the web sees contract and texts only",
    testsToo: true,
  },
  {
    of: /^web\/app\/platform\//,
    never: /^web\/app\/(features|shell|layouts)\//,
    why: "the platform knows no feature",
  },
  { of: /^server\/kernel\//, never: /^server\/(?!kernel\/)/, why: "the kernel knows no module" },
  {
    of: /^server\/modules\//,
    never: /^server\/(?!(kernel|modules)\/)/,
    why: "modules do not import the files that compose them",
  },
  {
    of: /^(contract|texts|server|web)\//,
    never: /^(server\/test|tools|bench|faults|security|e2e)\//,
    why: "the product imports no test",
  },
];

export const checkLayers: Check = (sources) =>
  sources.flatMap(({ file, imports }) =>
    LAYERS.filter(({ of, testsToo }) => of.test(file) && (testsToo || !isTest(file))).flatMap(({ never, why }) =>
      imports.filter((target) => never.test(target)).map((target) => ({ file, why: `imports ${target}: ${why}` })),
    ),
  );
