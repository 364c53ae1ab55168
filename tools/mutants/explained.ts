/**
 * Survivors that no test can notice, because the product does the same with them. By name, as the run prints it, with the reason; a
 * mutant that a test could notice needs a test and has no place here.
 */
export const EXPLAINED: readonly { file: string; mutant: string; why: string }[] = [];
