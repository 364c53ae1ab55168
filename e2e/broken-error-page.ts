/** A built script with an error page that throws where it asks for its words; null if the script has none. */
export function brokenErrorPage(script: string): string | null {
  const broken = script.replaceAll(/(["'`])shell\.error\1/g, "(() => { throw new Error('no words') })()");
  return broken === script ? null : broken;
}
