/** Pictures in chats. Their renditions lie in storage as those of photos do: `<files>/<rendition>.<webp or jpg>`. */

/** What a message shows of its picture, for one viewer. */
export interface ShownPictureRow {
  id: number;
  status: "pending" | "active" | "refused";
  thumbhash: string | null;
  /** The receiver had not answered when it arrived, and has not revealed it. */
  blurred: boolean;
  /** The viewer is who sent it. */
  own: boolean;
}

/** A picture that a viewer has a right to. */
export interface PictureRow extends ShownPictureRow {
  files: string;
}

/** A picture that the job has to prepare. */
export interface PendingPictureRow {
  site_id: number;
  id: number;
  files: string;
}

/** A picture that the job is done with; the last four are null until it is sent. */
export interface DonePictureRow {
  sender_id: number;
  receiver_id: number | null;
  conversation_id: number | null;
  message_id: number | null;
}
