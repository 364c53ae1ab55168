declare module "*?inline-script" {
  /** The file, bundled and minified for an inline script; empty in the browser. */
  const script: string;
  export default script;
}
