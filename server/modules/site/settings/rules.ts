/** What an owner may write into a site's settings, company and prices (§3 Settings, Company info). */
import { COUNTRIES, LOCALES } from "@serenade/contract/locales";
import { SEARCH_FIELDS } from "@serenade/contract/search";
import * as z from "zod/mini";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Company, SiteSettings } from "../tables.ts";

const line = (max: number) => z.string().check(z.maxLength(max), z.regex(/^\P{Cc}*$/u));
const name = line(60).check(z.minLength(1));
const credits = z.int().check(z.gte(0), z.lte(1_000));
const yesNo = z.boolean();

const PROFILE_FIELDS = ["sexuality", "hair_color", "eye_color", "body_type", "relationship_status", "tattoos"] as const;

/** Every setting with the values that it may have. An age below 18 is never allowed (product.md 2). */
const SETTINGS = z.partial(
  z.strictObject({
    name,
    domain_language: z.enum(LOCALES),
    niche: z.int().check(z.gte(1), z.lte(7)),
    signups: z.enum(["all", "with_trafficsource", "invite_only"]),
    discreet_accounts: yesNo,
    discreet_blocks: yesNo,
    logged_out_search: yesNo,
    logged_out_search_trafficsource: yesNo,
    enable_site_entry_popup: z.enum(["yes", "no"]),
    support_phone: line(40),
    support_email: z.email(),
    description: line(200),
    index_title: line(80),
    countries: z.array(z.enum(COUNTRIES)).check(z.minLength(1)),
    visible_profile_fields: z.array(z.enum(PROFILE_FIELDS)),
    visible_profile_notes: z.array(z.enum(["about"])),
    message_credits: credits,
    signup_credits: credits,
    photo_credits: credits,
    gift_credits: credits,
    message_length: z.int().check(z.gte(50), z.lte(4_000)),
    search_fields: z.array(z.enum(SEARCH_FIELDS)),
    refund_days: z.int().check(z.gte(14), z.lte(100)),
    min_age: z.int().check(z.gte(18), z.lte(99)),
    mail_name: name,
    fictional_icon: yesNo,
    member_resell: yesNo,
    company_id: line(40),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
);

const COMPANY = z.partial(
  z.strictObject({
    name,
    address: line(120),
    kvk: line(40),
    city: line(60),
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    tradenames: z.array(name),
    vat_numbers: z.record(z.string().check(z.regex(/^[A-Z]{2}$/)), line(20)),
    support_phone: line(40),
    delete_discount: z.int().check(z.gte(0), z.lte(90)),
    added: z.iso.datetime(),
  }),
);

/** Checked settings; refuses with the fields that are unknown or have a wrong value. */
export const checkSettings = (given: object): Partial<SiteSettings> =>
  checked(SETTINGS, given) as Partial<SiteSettings>;

/** The same for the company. */
export const checkCompany = (given: object): Partial<Company> => checked(COMPANY, given) as Partial<Company>;

function checked(schema: z.ZodMiniType, given: object): unknown {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
  );
  throw new Refusal("invalid", {}, Object.fromEntries(fields.map((field) => [field, "invalid"])));
}
