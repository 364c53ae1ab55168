/** §4: why mails to a member stopped: marked as spam, an invalid address, or unsubscribed by its button. */
export const STOP_REASONS = ["fbl", "bounce", "listunsubscribe"] as const;
export type StopReason = (typeof STOP_REASONS)[number];
