/** What a challenge was made for; a proof made for one purpose does not serve another. */
export type Purpose = "signup" | "login" | "reset" | "payment";
