export const NODE_MEMORY: string[];
export const MEMORY_ENV: Record<string, string>;
