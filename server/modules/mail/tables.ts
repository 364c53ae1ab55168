/** Rows of the outbox. */
export interface OutboxRow {
  site_id: number;
  id: number;
  member_id: number | null;
  recipient: string;
  kind: string;
  params: Record<string, unknown>;
  locale: string;
  attempts: number;
  created_at: string;
  /** Not sent while it is night in one of these; null for any time. */
  quiet_zones: string[] | null;
}

export interface SentRow {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: string;
}
