/**
 * A photo. Its renditions are stored as `<files>/<rendition>.<webp or jpg>`; the upload in the same folder while
 * pending.
 */
export interface PhotoRow {
  id: number;
  member_id: number;
  position: number;
  status: "pending" | "active" | "refused";
  refused_for: "banned" | "unreadable" | null;
  files: string;
  thumbhash: string | null;
}

/** What others see of a photo. */
export interface ActiveRow {
  id: number;
  thumbhash: string | null;
}

/** A photo that the job has to prepare. */
export interface PendingRow {
  site_id: number;
  id: number;
  member_id: number;
  files: string;
  tries: number;
}
