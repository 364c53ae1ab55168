/** Window event: a chunk failed to load and another reload would not help. */
export const CHUNK_FAILED = "chunk-failed";

declare global {
  interface Window {
    __chunkReload?: () => boolean;
    /** Target of the pending navigation; the guard loads it. */
    __pendingHref?: string | undefined;
  }
}
