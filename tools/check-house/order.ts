/** The order of modules: each imports those to its left only, so there are no cycles. Moving a name needs a decision record. */
import type { Check } from "./sources.ts";

const ORDER =
  "site files mail push notifications credits discounts members moderation account search likes chat profiles payments tickets landers pages mailings staff".split(
    " ",
  );

export const moduleOf = (file: string): string | undefined => /^server\/modules\/([a-z-]+)\//.exec(file)?.[1];

/** The kernel is left of every module. A module without a place is right of all. */
export const placeOf = (module: string): number => {
  if (module === "kernel") return -1;
  return ORDER.includes(module) ? ORDER.indexOf(module) : ORDER.length;
};

export const checkModuleOrder: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const from = moduleOf(file);
    if (!from) return [];
    if (!ORDER.includes(from))
      return [{ file, why: `the module "${from}" has no place in the order of tools/check-house/order.ts` }];
    return imports
      .map(moduleOf)
      .filter((to) => to !== undefined && placeOf(to) > placeOf(from))
      .map((to) => ({ file, why: `imports ${to}, which is to the right of ${from}` }));
  });
