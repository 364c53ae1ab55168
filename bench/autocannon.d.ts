/** The part of autocannon that the bench uses; it has no types. */
declare module "autocannon" {
  export interface Request {
    method: "GET" | "POST";
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }
  interface Result {
    "2xx": number;
    statusCodeStats: Record<string, { count: number }>;
    requests: { average: number; total: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
