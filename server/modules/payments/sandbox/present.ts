/** The sandbox's screens as HTML. In English, as a developer's tool; every value is escaped. */
import { TEST_CARDS } from "./rules.ts";
import type { SandboxPayment } from "./tables.ts";

export const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#eef2f5;color:#16212b}
main{max-width:440px;margin:0 auto;padding:32px 16px}.card{background:#fff;border-radius:16px;padding:24px;box-shadow:0 2px 12px rgb(22 33 43/.08)}
.note{background:#fff3cd;color:#4a3800;border-radius:12px;padding:12px 16px;margin:0 0 16px;font-size:14px}h1{font-size:20px;margin:0}
.total{font-size:32px;font-weight:700;margin:8px 0 20px}label{display:block;font-weight:600;margin:0 0 4px}
input{box-sizing:border-box;width:100%;font:inherit;padding:12px;border:1px solid #76838f;border-radius:12px;background:#fff;color:#16212b}
button{font:inherit;font-weight:600;width:100%;min-height:48px;border:0;border-radius:12px;margin-top:12px;cursor:pointer;background:#0a6590;color:#fff}
button.second{background:#e3e9ee;color:#16212b}button:focus-visible,input:focus-visible{outline:3px solid #45b4e8;outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:14px;margin-top:20px}td{padding:4px 0;border-top:1px solid #d5dde3}code{font-size:14px}
@media (prefers-color-scheme:dark){body{background:#10181f;color:#e8eef2}.card{background:#1b2731}input{background:#10181f;color:#e8eef2}button.second{background:#2c3b47;color:#e8eef2}td{border-color:#34444f}.note{background:#4a3800;color:#fff3cd}}`;

const METHOD_NAMES: Record<string, string> = {
  card: "card",
  paypal: "PayPal",
  ideal: "iDEAL",
  bancontact: "Bancontact",
  directdebit: "direct debit",
};

export function renderPayment(payment: SandboxPayment): string {
  const card = payment.paymentmethod === "card";
  const field = card
    ? `<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">`
    : "";
  const cards = Object.entries(TEST_CARDS).map(
    ([number, outcome]) =>
      `<tr><td><code>${number.replace(/(.{4})(?=.)/g, "$1 ")}</code></td><td>${outcome.status === "failed" ? outcome.failCode.replaceAll("_", " ") : outcome.status === "challenge" ? "asks for approval" : "is paid"}</td></tr>`,
  );
  return page(
    "Pay",
    `<h1>${text(payment.description)}</h1><p class="total">${price(payment)}</p>
     <form method="post">${field}<button name="act" value="pay">Pay ${price(payment)} by ${METHOD_NAMES[payment.paymentmethod]}</button>
     <button class="second" name="act" value="cancel">Cancel</button></form>
     ${card ? `<table><tbody>${cards.join("")}</tbody></table>` : ""}`,
  );
}

export function renderChallenge(payment: SandboxPayment): string {
  return page(
    "Approve the payment",
    `<h1>Approve this payment?</h1><p class="total">${price(payment)}</p>
     <form method="post"><button name="act" value="approve">Approve</button><button class="second" name="act" value="deny">Refuse</button>
     <button class="second" name="act" value="cancel">Cancel</button></form>`,
  );
}

/** A direct debit that waits for the bank. */
export const renderDebit = (payment: SandboxPayment): string =>
  page(
    "Direct debit",
    `<h1>This direct debit waits for the bank.</h1><p class="total">${price(payment)}</p>
     <form method="post"><button name="act" value="debit">The bank pays</button><button class="second" name="act" value="return">The bank returns it</button></form>`,
  );

/** A paid payment: what can still happen to it. */
export const renderPaid = (payment: SandboxPayment): string =>
  page(
    "Paid",
    `<h1>This payment is paid.</h1><p class="total">${price(payment)}</p><p><a href="${text(payment.return_url)}">Back to the shop</a></p>
     <form method="post"><button class="second" name="act" value="charge_back">The payer charges it back</button>
     <button class="second" name="act" value="win">The shop wins the dispute</button>
     <button class="second" name="act" value="lose">The shop loses the dispute</button>
     <button class="second" name="act" value="fail_refund">The last refund fails</button></form>`,
  );

export function renderClosed(payment: SandboxPayment | null): string {
  const back = payment ? `<p><a href="${text(payment.return_url)}">Back to the shop</a></p>` : "";
  return page("Closed", `<h1>${payment ? "This payment is closed." : "There is no such payment."}</h1>${back}`);
}

const price = ({ amount, currency }: SandboxPayment): string =>
  text(new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100));

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Sandbox</title><style>${STYLE}</style></head>
   <body><main><p class="note">Sandbox: a stand-in for a payment provider. No money moves.</p><div class="card">${content}</div></main></body></html>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string): string => value.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
