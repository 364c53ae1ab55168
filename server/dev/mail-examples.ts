/** One mail of every kind with realistic values. A kind without an example fails the type check. */
import type { Locale } from "@serenade/contract/locales";
import type { MailKind, MailParams } from "../modules/mail/rules.ts";

export const EXAMPLE_URL = "https://serenade.example";

const DAY_MS = 86_400_000;
const EVENING = Date.parse("2026-11-25T19:04:00Z");

/** Names, amounts and dates as the product writes them in a language. */
export function mailExamples(locale: Locale): { [K in MailKind]: MailParams[K] } {
  const url = (path: string) => `${EXAMPLE_URL}${path}`;
  const day = (days: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(EVENING + days * DAY_MS);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const money = (amount: number) =>
    new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(amount);
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0.2);
  const name = "Anna";
  const token = "token=4fGhT2-kQ9vX1mZ7sB0c";
  const member = (id: string, name: string, age: number, region: string) => ({
    ...{ id, name, age, region },
    url: url(`/members/${id}`),
  });
  return {
    confirm: { name, url: url(`/activate/done?${token}`) },
    address_check: { name, url: url(`/activate/done?${token}`) },
    receipt: { name, credits: "60", total: money(24.99), number: "2026-000123", order: "k3Jw9vQm2TzL8hYpB4nXcA" },
    refund: {
      name,
      total: money(12.5),
      time: time.format(EVENING),
      credits: "30",
      number: "2026-000124",
      order: "k3Jw9vQm2TzL8hYpB4nXcA",
    },
    debit_code: { name, code: "012345" },
    debit_notice: { name, total: money(24.99), date: day(5), account: "•••• 4300", reference: "SRN-7T3B-04K2" },
    password_reset: { name, url: url(`/reset-password?${token}`) },
    password_changed: { name, url: url("/reset-password") },
    mail_change_confirm: { name, url: url(`/activate/done?${token}`) },
    mail_change_notice: { name, email: "anna.new@example.test", url: url(`/activate/done?undo=1&${token}`) },
    new_device: { name, device: "Firefox, Linux", place: "Utrecht", time: time.format(EVENING), url: url("/login") },
    deletion_pending: { name, date: day(14), url: url(`/account-deleted?${token}`) },
    account_reactivated: { name, url: url("/members") },
    account_erased: {},
    export_ready: { name, url: url("/notifications/account") },
    second_factor_changed: { name, change: "totp_on", url: url("/notifications/security") },
    discreet_signup: { url: url("/login") },
    discreet_no_account: { url: url("/") },
    new_conversation: { name, from: "Bram", url: url("/chats/k3Jw9vQm2TzL8hYpB4nXcA") },
    new_messages: { name, count: "2", url: url("/chats") },
    new_likes: { name, count: "3", url: url("/likes") },
    unread_messages: { name, count: "3", url: url("/chats") },
    saved_search: { name, count: "3", url: url("/members?gender=man&near=50") },
    report_received: { name, number: "04K2-9QF-7T3B" },
    complaint_received: { number: "04K2-9QF-7T3B" },
    ticket_received: { number: "04K2-9QF-7T3B" },
    exclusion_confirm: { url: url(`/ban?${token}`) },
    excluded: { date: day(180) },
    weekly_updates: {
      name,
      count: "9",
      area: "near",
      url: url("/members?mutual=true&near=100"),
      people: [
        member("m8Qz4TtB1nYw7vKc3hLpXa", "Bram", 38, "Utrecht"),
        member("p2Lx9JkR5sDf8gHw1qZmNb", "Daan de Wit", 41, "Noord-Holland"),
        member("t6Vc3MbY7jNk2xQs9rFhGd", "Ruben", 35, "Gelderland"),
      ],
    },
    reminders: {
      name,
      url: url("/profile#photos"),
      lacks: [
        { lack: "photo", url: url(`/profile?lang=${locale}#photos`) },
        { lack: "about", url: url(`/profile?lang=${locale}#about`) },
        { lack: "interests", url: url(`/profile?lang=${locale}#interests`) },
        { lack: "steps", url: url(`/complete-signup?lang=${locale}`) },
      ],
    },
    promotions: {
      name,
      discount: percent,
      code: "SPRING20",
      ends: time.format(EVENING + 14 * DAY_MS),
      minimum: money(20),
      methods: "PayPal, iDEAL",
      url: url("/credits?discountcode=SPRING20"),
    },
    news: {
      name,
      title: "Gifts in conversations",
      text: "From today you can send a rose, a coffee or a song in a conversation. Here is how it works, and what it costs.",
      url: url("/gifts-in-conversations"),
    },
  };
}
