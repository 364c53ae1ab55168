/** What the bench uses of autocannon, which brings no types. */
declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    requests?: object[];
  }
  interface Result {
    "2xx": number;
    statusCodeStats: Record<string, { count: number }>;
    requests: { average: number; total: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
