/** What a challenge was made for; a proof made for one door does not open another. */
export type Door = "signup" | "login" | "reset";
