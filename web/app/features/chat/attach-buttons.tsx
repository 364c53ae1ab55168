import type { User } from "@serenade/contract/account";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberCard } from "@serenade/contract/members";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { GiftDialog } from "~/features/gifts/gift-dialog.tsx";
import { PHOTO_TYPES } from "~/features/profile/upload.ts";
import { IconButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";

/** Buttons for a photo and a gift. On a phone they make room for the text being typed. */
export function AttachButtons({
  own,
  profile,
  aside,
  onPicture,
  onGift,
}: {
  own: User;
  profile: MemberCard;
  aside: boolean;
  onPicture: (file: File) => void;
  onGift: (gift: Gift) => void;
}) {
  const t = useTranslations("chat.photo");
  const g = useTranslations("gifts");
  const [giving, setGiving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes("-mr-1 -ml-2 flex h-13 shrink-0 items-center", aside && "max-sm:hidden")}>
      <IconButton icon="photo" label={t("choose")} onClick={() => input.current?.click()} />
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
      <IconButton icon="gift" label={g("open", { name: profile.name })} onClick={() => setGiving(true)} />
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
    </div>
  );
}
