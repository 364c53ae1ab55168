/** URL parameter: how many likes the form before this page has sent. */
export const LIKES_SENT = "liked";

/** The page that follows likes in bulk and confirms them (sent-toast.tsx). */
export function withLikesSent(path: string, count: number): string {
  return count === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${LIKES_SENT}=${count}`;
}
