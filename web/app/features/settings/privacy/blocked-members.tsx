import type { MemberCard } from "@serenade/contract/members";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { useTranslations } from "use-intl/react";
import { isFormFailure } from "~/platform/form-failure.ts";
import { useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { useFocusFallback } from "~/ui/focus-fallback.ts";
import { useToast } from "~/ui/toasts.tsx";

export function BlockedMembers({ members }: { members: MemberCard[] }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, members.length);
  return (
    // without members it takes no place, the gap above included
    <div ref={place} tabIndex={-1} className="outline-none has-[ul:empty]:-mt-4 sm:has-[ul:empty]:-mt-5">
      <ul className="grid divide-y divide-line">
        {members.map((member) => (
          <Blocked key={member.id} member={member} />
        ))}
      </ul>
    </div>
  );
}

/** Removed from the list at once; restored with a reason on failure. */
function Blocked({ member }: { member: MemberCard }) {
  const t = useTranslations("settings");
  const e = useTranslations("errors");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const toast = useToast();
  const fetcher = useFetcher();
  const showToast = useEffectEvent(() => {
    if (!fetcher.data) return;
    if (!isFormFailure(fetcher.data)) toast({ text: t("unblocked", { name: member.name }), variant: "success" });
    else toast({ text: fetcher.data.message || e("network"), variant: "danger" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => showToast(), [fetcher.data]);
  const { name, age, city, main_image: image } = member;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2" hidden={fetcher.state === "submitting"}>
      <Avatar name={name} src={image && cdn + image.thumb_filename} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">
          {name}, {age}
        </span>
        <span className="truncate text-sm text-ink-soft">{city}</span>
      </span>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="unblock" />
        <input type="hidden" name="id" value={member.id} />
        <Button type="submit" variant="quiet" size="small" aria-label={t("unblock_label", { name })}>
          {t("unblock")}
        </Button>
      </fetcher.Form>
    </li>
  );
}
