/** A photo. Its files lie in storage under `photos/<site>/<id>/<rendition>.webp`. */
export interface PhotoRow {
  id: number;
  member_id: number;
  position: number;
  status: "pending" | "active";
}
