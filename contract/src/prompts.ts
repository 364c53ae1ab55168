/** Opening lines that members finish on their profile. Append only: a stored answer names its prompt. */
export const PROMPTS = [
  "evening",
  "laugh",
  "first_meeting",
  "learning",
  "sunday",
  "hours",
  "small_joy",
  "looking_forward",
] as const;
