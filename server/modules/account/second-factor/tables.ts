export interface TotpRow {
  secret: Buffer;
  confirmed_at: string | null;
}
