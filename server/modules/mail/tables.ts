/** Rows of the outbox. */
export interface OutboxRow {
  site_id: number;
  id: number;
  recipient: string;
  kind: string;
  params: Record<string, string>;
  locale: string;
  attempts: number;
}

export interface SentRow {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: string;
}
