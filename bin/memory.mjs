/**
 * How `npm start` keeps memory low: one heap of glibc instead of one for each thread, because the threads here seldom allocate at
 * once; and a young generation of 8 MB, which a request's garbage fits in (decision 079).
 */
export const NODE_MEMORY = ["--max-semi-space-size=8"];
export const MEMORY_ENV = { MALLOC_ARENA_MAX: "1" };
