import type { User } from "@serenade/contract/account";
import type { MemberCard } from "@serenade/contract/members";
import { useTranslations } from "use-intl/react";
import { storePayingFor } from "~/features/payments/paying-for.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";

/** Not enough credits (§8): explains it, loses nothing, and links to the credits page. */
export function OutOfCredits({
  own,
  profile,
  open,
  text,
  onClose,
}: {
  own: User;
  profile: Pick<MemberCard, "id" | "name">;
  open: boolean;
  /** True for a text, false for a picture or a gift. */
  text: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("chat");
  const cost = useSettings()?.message_credits ?? 1;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("broke.title")}
      description={text ? t("broke.text", { cost, credits: own.credits }) : t("photo.broke", { credits: own.credits })}
      closeLabel={t("close")}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t("broke.later")}
        </Button>
        <LinkButton
          to={own.paid_user ? paths.credits() : paths.premium()}
          variant="call"
          icon="coin"
          onClick={() => storePayingFor(own.id, { name: profile.name, path: paths.memberChat(profile.id) })}
        >
          {t("broke.credits")}
        </LinkButton>
      </div>
    </Modal>
  );
}
