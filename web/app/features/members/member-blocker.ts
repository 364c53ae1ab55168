import { data } from "react-router";

interface Refusal {
  data?: { code?: string; params?: { name?: unknown } };
}

/** For a loader: turns the "blocked" refusal into a page, because §6 names the blocker. Other errors are rethrown. */
export async function orBlocker<T extends object>(loading: Promise<T>) {
  try {
    return { ...(await loading), blockedBy: null };
  } catch (error) {
    const refusal = (error as Refusal | null)?.data;
    if (refusal?.code !== "blocked") throw error;
    return data({ blockedBy: String(refusal.params?.name ?? "") }, { status: 403 });
  }
}
