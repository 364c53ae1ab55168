/** A gift as its receiver's list shows it. */
import type { Gift } from "@serenade/contract/gifts";

export interface ReceivedRow {
  id: number;
  gift: Gift;
  sender_id: number;
  sender_name: string;
  created_at: string;
  hidden: boolean;
}
