import type { MemberCard } from "@serenade/contract/members";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { useTranslations } from "use-intl/react";
import { isRefused } from "~/kernel/form.ts";
import { useSettings } from "~/kernel/queries.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { useKeptFocus } from "~/ui/keep-focus.ts";
import { useToast } from "~/ui/toasts.tsx";

export function BlockedMembers({ members }: { members: MemberCard[] }) {
  const t = useTranslations("settings");
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, members.length);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {members.length === 0 && <p className="text-ink-soft">{t("blocked_none")}</p>}
      <ul className="grid divide-y divide-line">
        {members.map((member) => (
          <Blocked key={member.id} member={member} />
        ))}
      </ul>
    </div>
  );
}

/** Gone from the list at once; back, with the reason, when it could not be done. */
function Blocked({ member }: { member: MemberCard }) {
  const t = useTranslations("settings");
  const e = useTranslations("errors");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const tell = useToast();
  const fetcher = useFetcher();
  const say = useEffectEvent(() => {
    if (!fetcher.data) return;
    if (!isRefused(fetcher.data)) tell({ text: t("unblocked", { name: member.name }), look: "success" });
    else tell({ text: fetcher.data.message || e("network"), look: "danger" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => say(), [fetcher.data]);
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
        <Button type="submit" look="quiet" size="small" aria-label={t("unblock_label", { name })}>
          {t("unblock")}
        </Button>
      </fetcher.Form>
    </li>
  );
}
