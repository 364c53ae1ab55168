/** sessionStorage: the member and endpoint that this tab has registered with the server. */
export const REGISTERED = "push-told";

/** After a logout the next session registers the subscription again. */
export function forgetRegistration(): void {
  try {
    sessionStorage.removeItem(REGISTERED);
  } catch {
    // storage forbidden
  }
}
