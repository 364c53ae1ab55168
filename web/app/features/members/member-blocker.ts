import { data } from "react-router";

interface Refusal {
  data?: { code?: string; params?: { name?: unknown } };
}

/** For a loader: the one refusal that is a page of its own, because §6 names who has blocked. Everything else is thrown on. */
export async function orBlocker<T extends object>(loading: Promise<T>) {
  try {
    return { ...(await loading), blockedBy: null };
  } catch (error) {
    const refusal = (error as Refusal | null)?.data;
    if (refusal?.code !== "blocked") throw error;
    return data({ blockedBy: String(refusal.params?.name ?? "") }, { status: 403 });
  }
}
