/** The reason and subject of a report. Only names signed by us are trusted. */
import type { MailStop } from "@serenade/contract/notifications";

/** A report as it was parsed; texts of its parts by their type, and the addresses it was sent to. */
export interface Report {
  to: string[];
  parts: { type: string; text: string }[];
}

/** A complaint (ARF, RFC 5965) or a permanent failure (DSN, RFC 3464); null for everything else, delays included. */
export function reasonOf({ parts }: Report): Extract<MailStop, "fbl" | "bounce"> | null {
  const feedback = parts.find((part) => part.type === "message/feedback-report");
  if (feedback) return fieldOf(feedback.text, "feedback-type") === "abuse" ? "fbl" : null;
  const status = parts.find((part) => part.type === "message/delivery-status");
  const failed = status && fieldOf(status.text, "action") === "failed";
  // 5.7.x is a policy of theirs or a fault of ours, not an address that does not exist.
  return failed && /^5\.(?!7\.)/.test(fieldOf(status.text, "status") ?? "") ? "bounce" : null;
}

/**
 * Every name that the report carries: in the addresses it was sent to, and in the headers of the mail that it returns.
 */
export function namesIn({ to, parts }: Report): string[] {
  const returned = parts.filter((part) => /^(message\/(rfc822|feedback-report)|text\/rfc822-headers)$/.test(part.type));
  const texts = [...to, ...returned.map((part) => headersOf(part.text))];
  return [...new Set(texts.flatMap((text) => text.toLowerCase().match(NAME) ?? []))].slice(0, 10);
}

const NAME = /\b[0-9a-z]{1,4}\.[0-9a-z]{1,11}-[0-9a-f]{32}\b/g;

/** The lines before the first empty one. A feedback report is headers throughout, in groups. */
const headersOf = (text: string): string => text.split(/\r?\n\r?\n/)[0]!;

/** The value of a field anywhere in the report's groups, in lower case. */
const fieldOf = (text: string, name: string): string | null =>
  new RegExp(`^${name}:[ \\t]*([^\\r\\n;]*)`, "im").exec(text)?.[1]?.trim().toLowerCase() ?? null;
