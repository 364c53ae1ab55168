/** A receipt as a PDF: tagged, with text that can be selected and read aloud, in a font that has every letter of the locales. */
import { fileURLToPath } from "node:url";
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import { isoTime } from "../../../kernel/db/db.ts";
import { receiptNumber } from "./rules.ts";
import type { ReceiptWithOrder } from "./tables.ts";

const fontFile = (name: string) => fileURLToPath(new URL(`../../../fonts/${name}.ttf`, import.meta.url));
const FONTS = { regular: fontFile("inter-regular"), bold: fontFile("inter-semibold") };
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const INK = "#1c1b22";
const SOFT = "#5b5966";

/** `order` is the number of the order as its owner knows it: the id in the address of the transaction. */
export async function renderReceipt(receipt: ReceiptWithOrder, order: string, locale: Locale): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit"); // 20 MB that a process without receipts does not load
  const t = translator(locale, "receipt");
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: receipt.currency });
  const price = (minor: number) => money.format(minor / 100);
  const day = (at: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(isoTime(at)));
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const country = new Intl.DisplayNames(locale, { type: "region" });
  const number = receiptNumber(receipt);
  const { seller, net, vat, vat_rate, vat_country, credits, discount_code, discount_amount } = receipt;
  const title = receipt.refund_id === null ? t("title") : t("title_refund");

  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: seller.name },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.registerFont("regular", FONTS.regular).registerFont("bold", FONTS.bold);
  const root = pdf.struct("Document");
  pdf.addStructure(root);

  const heading = (level: "H1" | "H2", text: string, size: number) =>
    root.add(
      pdf.struct(level, {}, () => void pdf.font("bold").fontSize(size).fillColor(INK).text(text, MARGIN, undefined)),
    );
  const paragraph = (text: string) =>
    root.add(
      pdf.struct(
        "P",
        {},
        () => void pdf.font("regular").fontSize(10).fillColor(SOFT).text(text, MARGIN, undefined, { width: WIDTH }),
      ),
    );
  /** A line of two columns, the second at the right edge. */
  const line = (label: string, value: string, strong = false) => {
    const font = strong ? "bold" : "regular";
    const top = pdf.y;
    root.add(
      pdf.struct("P", {}, () => {
        pdf.font(font).fontSize(10.5).fillColor(INK);
        pdf.text(`${label} `, MARGIN, top, { width: WIDTH * 0.62 });
        const bottom = pdf.y;
        pdf.text(value, MARGIN + WIDTH * 0.62, top, { width: WIDTH * 0.38, align: "right" });
        pdf.y = Math.max(bottom, pdf.y) + 5;
      }),
    );
  };
  const rule = () =>
    root.add(
      pdf.struct("Artifact", {}, () => {
        pdf
          .moveTo(MARGIN, pdf.y + 3)
          .lineTo(MARGIN + WIDTH, pdf.y + 3)
          .lineWidth(0.7)
          .strokeColor("#d9d7e0")
          .stroke();
        pdf.y += 12;
      }),
    );

  heading("H1", title, 22);
  paragraph(seller.site);
  pdf.moveDown(1.2);
  line(t("number"), number);
  line(t("order"), order);
  line(t("date"), day(receipt.issued_at));
  line(t("method"), t(`methods.${receipt.paymentmethod}`));
  pdf.moveDown(0.8);
  heading("H2", t("items"), 13);
  pdf.moveDown(0.4);
  const gross = net + vat;
  const before = gross + (receipt.refund_id === null ? (discount_amount ?? 0) : 0);
  line(t("item", { count: credits }), price(before));
  if (receipt.refund_id === null && discount_code && discount_amount)
    line(t("discount", { code: discount_code }), price(-discount_amount));
  rule();
  line(t("total"), price(gross), true);
  if (vat_rate > 0) {
    const rate = percent.format(vat_rate / 10_000);
    line(t("net"), price(net));
    line(t("vat", { rate, country: country.of(vat_country) ?? vat_country }), price(vat));
  } else paragraph(t("no_vat", { country: country.of(vat_country) ?? vat_country }));
  pdf.moveDown(0.8);
  heading("H2", t("balance"), 13);
  pdf.moveDown(0.4);
  line(t("before"), new Intl.NumberFormat(locale).format(receipt.credits_before));
  line(t("after"), new Intl.NumberFormat(locale).format(receipt.credits_after));
  pdf.moveDown(0.8);
  heading("H2", t("seller"), 13);
  pdf.moveDown(0.4);
  const place = [seller.address, seller.city, country.of(seller.country)].filter(Boolean).join(", ");
  for (const text of [
    seller.name,
    place,
    seller.kvk && t("register", { number: seller.kvk }),
    seller.vat_number && t("vat_number", { number: seller.vat_number }),
  ])
    if (text) paragraph(text);
  root.end();
  pdf.end();
  return finished;
}
