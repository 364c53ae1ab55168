/** The table of endpoints, in the order of the specification's §7; the rest follow by noun. */
import type { Entry } from "./kernel/door.ts";
import { preferenceRoutes } from "./modules/account/preferences/routes.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { chatRoutes } from "./modules/chat/routes.ts";
import { discountRoutes } from "./modules/discounts/routes.ts";
import { likeRoutes } from "./modules/likes/routes.ts";
import { mailRoutes } from "./modules/mail/routes.ts";
import { memberRoutes } from "./modules/members/routes.ts";
import type { PaymentGateway } from "./modules/payments/gateway.ts";
import { paymentRoutes } from "./modules/payments/routes.ts";
import { searchRoutes } from "./modules/search/routes.ts";
import { siteRoutes } from "./modules/site/routes.ts";

export const apiEntries = (payments: PaymentGateway): Entry[] => [
  ...accountRoutes,
  ...siteRoutes,
  ...discountRoutes,
  ...chatRoutes,
  ...likeRoutes,
  ...memberRoutes,
  ...searchRoutes,
  ...paymentRoutes(payments),
  ...preferenceRoutes,
  ...mailRoutes,
];
