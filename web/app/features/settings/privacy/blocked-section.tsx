import { BlockApi, type MemberCard, type MemberId } from "@serenade/contract/members";
import { useTranslations } from "use-intl/react";
import { Section, type SectionActions } from "../section.tsx";
import { BlockedMembers } from "./blocked-members.tsx";

export const blockedActions: SectionActions = {
  unblock: (call, fields) => call(BlockApi.unblock, { body: { id: String(fields.get("id")) as MemberId } }),
};

export function BlockedSection({ members }: { members: MemberCard[] }) {
  const t = useTranslations("settings");
  return (
    <Section title={t("blocked")} lead={members.length > 0 ? t("blocked_hint") : t("blocked_none")}>
      <BlockedMembers members={members} />
    </Section>
  );
}
