/** What the tests use of mailauth, which types its entry only. */
declare module "mailauth/lib/dkim/verify.js" {
  interface Result {
    signingDomain: string;
    signingHeaders: { keys: string };
    status: { result: string };
  }
  export function dkimVerify(
    mail: Buffer,
    options: { resolver: (name: string, type: string) => Promise<string[][]> },
  ): Promise<{ results: Result[] }>;
}
