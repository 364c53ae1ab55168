/** A photo. Its renditions lie in storage under `<files>/<rendition>.webp`. */
export interface PhotoRow {
  id: number;
  member_id: number;
  position: number;
  status: "pending" | "active";
  files: string;
}
