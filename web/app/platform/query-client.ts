import { QueryClient } from "@tanstack/react-query";

/** `call` retries by itself (§7), so the cache does not. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } } });
