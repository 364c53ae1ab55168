export interface PasskeyRow {
  id: number;
  member_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: string;
  used_at: string | null;
}
