/** The table of endpoints, in the order of the specification's §7; the rest follow by noun. */
import type { Entry } from "./kernel/dispatch.ts";
import { addressRoutes } from "./modules/account/addresses/routes.ts";
import { departureRoutes } from "./modules/account/deletion/routes.ts";
import { exclusionRoutes } from "./modules/account/exclusions/routes.ts";
import { exportRoutes } from "./modules/account/exports/routes.ts";
import { passkeyRoutes } from "./modules/account/passkeys/routes.ts";
import { passwordRoutes } from "./modules/account/passwords/routes.ts";
import { preferenceRoutes } from "./modules/account/preferences/routes.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { secondFactorRoutes } from "./modules/account/second-factor/routes.ts";
import { sessionRoutes } from "./modules/account/sessions/routes.ts";
import { termsRoutes } from "./modules/account/terms/routes.ts";
import { giftRoutes } from "./modules/chat/gifts/routes.ts";
import { chatPhotoRoutes } from "./modules/chat/photos/routes.ts";
import { chatRoutes } from "./modules/chat/routes.ts";
import { creditRoutes } from "./modules/credits/routes.ts";
import { discountRoutes } from "./modules/discounts/routes.ts";
import { landerRoutes } from "./modules/landers/routes.ts";
import { likeRoutes } from "./modules/likes/routes.ts";
import { swipeGameRoutes } from "./modules/likes/swipe-game/routes.ts";
import { memberRoutes } from "./modules/members/routes.ts";
import { moderationRoutes } from "./modules/moderation/routes.ts";
import { pagesRoutes } from "./modules/pages/routes.ts";
import { instrumentRoutes } from "./modules/payments/instruments/routes.ts";
import { mandateRoutes } from "./modules/payments/mandates/routes.ts";
import type { PaymentGateways } from "./modules/payments/providers/gateway.ts";
import { paymentRoutes } from "./modules/payments/routes.ts";
import { profileRoutes } from "./modules/profiles/routes.ts";
import { pushRoutes } from "./modules/push/routes.ts";
import { matchFinderRoutes } from "./modules/search/match-finder/routes.ts";
import { searchRoutes } from "./modules/search/routes.ts";
import { savedSearchRoutes } from "./modules/search/saved/routes.ts";
import { siteRoutes } from "./modules/site/routes.ts";
import { ticketRoutes } from "./modules/tickets/routes.ts";

export const apiEntries = (payments: PaymentGateways): Entry[] => [
  ...accountRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...pushRoutes,
  ...sessionRoutes,
  ...passwordRoutes,
  ...addressRoutes,
  ...departureRoutes,
  ...exportRoutes,
  ...exclusionRoutes,
  ...termsRoutes,
  ...siteRoutes,
  ...creditRoutes,
  ...discountRoutes,
  ...chatRoutes,
  ...chatPhotoRoutes,
  ...giftRoutes,
  ...profileRoutes,
  ...likeRoutes,
  ...swipeGameRoutes,
  ...memberRoutes,
  ...moderationRoutes,
  ...searchRoutes,
  ...savedSearchRoutes,
  ...matchFinderRoutes,
  ...paymentRoutes(payments),
  ...instrumentRoutes,
  ...mandateRoutes(payments),
  ...preferenceRoutes,
  ...ticketRoutes,
  ...landerRoutes,
  ...pagesRoutes,
];
