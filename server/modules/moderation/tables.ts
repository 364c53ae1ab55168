/** The evidence of a report, as it was when it was made. */
export interface Evidence {
  profile: { name: string; date_of_birth: string; country: string; city: string; about: string };
  /**
   * The latest messages between the two, oldest first; may be empty. Copies of the reported member's pictures are
   * stored with it.
   */
  messages: {
    from: "reporter" | "reported";
    body: string;
    picture: number | null;
    created_at: string;
    reported: boolean;
  }[];
}
