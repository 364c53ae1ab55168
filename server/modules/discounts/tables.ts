/** Rows of the discount tables (§3 Discount code). */
import type { PaymentMethod } from "@serenade/contract/credits";

/** A code that belongs to one member, with a percentage of its own. */
export interface CodeRow {
  code: string;
  percent: number;
  expires_at: string;
}

/** What a discount takes off and which orders it is for. Either `percent` or `amount` is null. */
export interface Terms {
  percent: number | null;
  /** Minor units of `currency`. */
  amount: number | null;
  currency: string | null;
  /** Smallest price that it is for, in minor units of `currency`; 0 for none. */
  minimum_order: number;
  country: string | null;
  paymentmethods: PaymentMethod[] | null;
}

/** A campaign's code as one member may use it. */
export interface CampaignCodeRow extends Terms {
  code: string;
  member_id: number | null;
  single_use: boolean;
  ends_at: string;
  /** Used by this member, by another one if it is for a single use, or the campaign's budget is spent. */
  used: boolean;
}

export interface CampaignRow extends Terms {
  id: number;
  name: string;
  status: "draft" | "active" | "ended";
  starts_at: string;
  ends_at: string;
  max_uses: number | null;
  max_spent: number | null;
  uses: number;
  spent: number;
}
