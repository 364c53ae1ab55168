/** What a route's `handle` says about its page. */
export interface PageHandle {
  /** The page has no script at all. */
  noJs?: boolean;
  /** Visitors with the same request may get the same page for this many seconds. */
  storedSeconds?: number;
}
