/** The product as it runs in production: MODE=production, real adapters against doubles of Stripe and Mollie, https behind a proxy. */
import { createECDH } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startProduct } from "../faults/servers.ts";
import { MOLLIE_KEY, openMollieDouble } from "../server/test/doubles/mollie.ts";
import { openStripeDouble, STRIPE_KEY, STRIPE_SECRET } from "../server/test/doubles/stripe.ts";
import { openTlsProxy } from "./tls-proxy.ts";

/** Mollie takes orders from the Netherlands, Stripe all others. `fill` makes members while mails can still be read. */
export async function startProduction(fill: (url: string) => Promise<void>) {
  const directory = mkdtempSync(join(tmpdir(), "serenade-production-"));
  const data = { DATA_DIR: directory, SERENADE_PAGES: "built", NODE_ENV: "production" };
  const [port, tlsPort] = [await freePort(), await freePort()];
  const before = await startProduct({ ...data, SERENADE_PAGES: "none" }, port);
  await fill(before.url);
  await before.stop();

  const [stripe, mollie] = [await openStripeDouble(), await openMollieDouble("unused")];
  const vapid = createECDH("prime256v1");
  vapid.generateKeys();
  const url = `https://localhost:${tlsPort}`;
  const product = await startProduct(
    {
      ...data,
      MODE: "production",
      BASE_URL: url,
      TRUST_PROXY: "127.0.0.1,::1",
      APP_SECRET: "a secret of forty characters for the test",
      SMTP_URL: "smtp://127.0.0.1:1",
      VAPID_PUBLIC_KEY: vapid.getPublicKey("base64url"),
      VAPID_PRIVATE_KEY: vapid.getPrivateKey("base64url"),
      PAYMENTS: "mollie:NL,stripe",
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_API_URL: stripe.url,
      MOLLIE_API_KEY: MOLLIE_KEY,
      MOLLIE_API_URL: mollie.url,
    },
    port,
  );
  const proxy = await openTlsProxy(tlsPort, port);

  const notices: Promise<number>[] = [];
  stripe.onActed((ref) => {
    const { raw, headers } = stripe.notice(ref);
    notices.push(
      post(`${url}/api/webhook.php?provider=stripe`, raw, { ...headers, "content-type": "application/json" }),
    );
  });
  mollie.onActed((ref) => {
    const { raw, headers } = mollie.notice(ref);
    notices.push(post(mollie.noticeAddress(ref), raw, headers));
  });
  return {
    url,
    stripe,
    mollie,
    /** The statuses that notices were answered with so far. */
    answeredNotices: () => Promise.all(notices),
    stop: async () => {
      await proxy.close();
      await product.stop();
      await stripe.close();
      await mollie.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The certificate of the proxy is its own, and nothing here has to be kept secret. */
function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode!));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
