/** What is kept of a report, as it was when it was made. */
export interface Evidence {
  profile: { name: string; date_of_birth: string; country: string; city: string; about: string };
  /** The latest messages between the two, oldest first; empty when they never wrote. Copies of the reported one's pictures lie beside. */
  messages: {
    from: "reporter" | "reported";
    body: string;
    picture: number | null;
    created_at: string;
    reported: boolean;
  }[];
}
