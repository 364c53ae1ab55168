/** The id of the script that starts React on a visitor's page, inert until the first interaction. */
export const LATE_SCRIPT = "late";
/** Window event: React has taken over the page's elements; what was typed and ticked before can be given to it. */
export const HYDRATED = "hydrated";
/** Window event: the effects of the first render have run too; held clicks can be repeated. */
export const READY = "ready";
/** The fields at fault in a form that came back. */
export const INVALID_FIELD =
  "[aria-invalid=true],fieldset[data-invalid] input:not([type=hidden]),fieldset[data-invalid] select";

declare global {
  interface Window {
    /** React has taken over the page; browser tests wait for it. */
    __ready?: boolean;
  }
}
