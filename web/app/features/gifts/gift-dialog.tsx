import type { User } from "@serenade/contract/account";
import { GIFTS, type Gift, giftPrice } from "@serenade/contract/gifts";
import type { MemberCard } from "@serenade/contract/members";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";
import { formatUnits } from "~/ui/price.tsx";
import { GiftPicture } from "./gift-picture.tsx";

interface Giving {
  own: User;
  to: MemberCard;
  /** A gift is being sent; the dialog is locked. */
  busy?: boolean;
  onGive: (gift: Gift) => void;
}

/** Twelve gifts: one tap selects, one gives. Without enough credits the dialog links to the credits page before sending. */
export function GiftDialog({ open, onClose, ...giving }: Giving & { open: boolean; onClose: () => void }) {
  const t = useTranslations("gifts");
  const c = useTranslations("chat");
  const { name } = giving.to;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("title", { name })}
      description={t("text", { name })}
      closeLabel={c("close")}
      locked={giving.busy ?? false}
    >
      <Catalogue {...giving} />
    </Modal>
  );
}

function Catalogue({ own, to, busy = false, onGive }: Giving) {
  const t = useTranslations("gifts");
  const c = useTranslations("chat.composer");
  const [chosen, setChosen] = useState<Gift | null>(null);
  const priceOf = usePrice(to);
  const tooFew = chosen !== null && priceOf(chosen) > own.credits;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && !tooFew && !busy) onGive(chosen);
      }}
      className="grid gap-4"
    >
      <fieldset className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        <legend className="sr-only">{t("catalogue")}</legend>
        {GIFTS.map((gift) => (
          <label
            key={gift}
            className="move grid cursor-pointer content-start justify-items-center gap-1 rounded-card border border-line bg-surface p-2 text-center text-sm hover:bg-sunken active:scale-[0.98] has-checked:border-primary-strong has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="gift"
              value={gift}
              checked={chosen === gift}
              onChange={() => setChosen(gift)}
              className="sr-only"
            />
            <GiftPicture gift={gift} className="size-14" />
            <span className="leading-tight font-semibold">{t(`names.${gift}`)}</span>
            <span className="text-xs">{priceOf(gift) === 0 ? c("free") : c("price", { credits: priceOf(gift) })}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status" className="min-w-0 text-sm max-sm:w-full sm:flex-1">
          {chosen && (
            <p className="font-semibold">
              {t(`names.${chosen}`)}: <Price own={own} credits={priceOf(chosen)} />
            </p>
          )}
          <p className="text-ink-soft">{t(tooFew ? "too_few" : "balance", { credits: own.credits })}</p>
        </div>
        {tooFew ? (
          <ToCredits own={own} />
        ) : (
          <Button type="submit" variant="call" icon="gift" busy={busy} disabled={!chosen} className="max-sm:w-full">
            {chosen ? t("give") : t("choose")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** A gift to a fictional profile is free (product.md 11). */
function usePrice(to: MemberCard): (gift: Gift) => number {
  const smallest = useSettings()?.gift_credits ?? 0;
  return (gift) => (to.fictional ? 0 : giftPrice(gift, smallest));
}

/** The price in credits, and in money at the best bundle of the member's country. */
function Price({ own, credits }: { own: User; credits: number }) {
  const c = useTranslations("chat.composer");
  const format = useFormatter();
  const settings = useSettings();
  const message = settings?.minimum_message_costs[own.profile.country];
  if (credits === 0) return c("free");
  const price = c("price", { credits });
  if (!message || !settings.message_credits) return price;
  return `${price}, ${c("from", { price: formatUnits(format, message, credits / settings.message_credits) })}`;
}

function ToCredits({ own }: { own: User }) {
  const t = useTranslations("chat.broke");
  const to = own.paid_user ? paths.credits() : paths.premium();
  return (
    <LinkButton to={to} variant="call" icon="coin" className="max-sm:w-full">
      {t("credits")}
    </LinkButton>
  );
}
