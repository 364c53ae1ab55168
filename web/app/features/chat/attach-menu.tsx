import type { User } from "@serenade/contract/account";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberCard } from "@serenade/contract/members";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { GiftDialog } from "~/features/gifts/gift-dialog.tsx";
import { PHOTO_TYPES } from "~/features/profile/upload.ts";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";

/** What a message can be besides text: a photo or a gift. */
export function AttachMenu({
  own,
  profile,
  onPicture,
  onGift,
}: {
  own: User;
  profile: MemberCard;
  onPicture: (file: File) => void;
  onGift: (gift: Gift) => void;
}) {
  const t = useTranslations("chat.photo");
  const g = useTranslations("gifts");
  const [giving, setGiving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        label={t("attach")}
        triggerClassName="size-13 justify-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
        trigger={<Icon name="plus" />}
        align="start"
        side="above"
      >
        <button type="button" className={menuItemClasses} onClick={() => input.current?.click()}>
          <Icon name="photo" className="size-5" />
          {t("choose")}
        </button>
        <button type="button" className={menuItemClasses} onClick={() => setGiving(true)}>
          <Icon name="gift" className="size-5" />
          {g("open", { name: profile.name })}
        </button>
      </Menu>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES.join(",")}
        aria-label={t("choose")}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) onPicture(file);
        }}
      />
      <GiftDialog
        own={own}
        to={profile}
        open={giving}
        onGive={(gift) => {
          setGiving(false);
          onGift(gift);
        }}
        onClose={() => setGiving(false)}
      />
    </>
  );
}
