import type { ChatItem } from "@serenade/contract/chat";
import type { MemberCard } from "@serenade/contract/members";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { ReportDialog } from "~/features/moderation/report-dialog.tsx";
import { paths } from "~/paths.ts";
import { Button, IconButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { useDecide } from "./use-decide.ts";

type ConversationId = ChatItem["conversation"]["id"];

/** Above the text field until a first message is accepted; replying accepts it too. */
export function RequestBar({ id, profile }: { id: ConversationId; profile: MemberCard }) {
  const t = useTranslations("chat.requests");
  const navigate = useNavigate();
  const { name } = profile;
  return (
    <section
      aria-label={t("bar", { name })}
      className="grid shrink-0 justify-items-center gap-2 border-t border-line bg-sunken px-4 py-3 text-center"
    >
      <p className="font-semibold">{t("bar", { name })}</p>
      <p className="text-sm text-ink-soft">{t("bar_text", { name })}</p>
      <Decision id={id} profile={profile} onDeclined={() => navigate(paths.chats({ show: "requests" }))} />
    </section>
  );
}

/** Accept, decline, report. `narrow` for small spaces. */
export function Decision({
  id,
  profile,
  narrow = false,
  onDeclined,
}: {
  id: ConversationId;
  profile: MemberCard;
  narrow?: boolean;
  onDeclined?: () => void;
}) {
  const t = useTranslations("chat.requests");
  const r = useTranslations("report");
  const [reporting, setReporting] = useState(false);
  const { name } = profile;
  const { decide, deciding } = useDecide({ id, name }, (decision) => decision === "decline" && onDeclined?.());
  return (
    <div
      className={classes(
        "flex flex-wrap gap-2",
        narrow ? "pl-3 max-[22rem]:gap-1 max-[22rem]:[&>button]:px-2.5" : "justify-center",
      )}
    >
      <Button size="small" icon="check" disabled={deciding} onClick={() => decide("accept")}>
        {t("accept")}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button size="small" variant="quiet" disabled={deciding} onClick={() => decide("decline")}>
        {t("decline")}
        <span className="sr-only"> {name}</span>
      </Button>
      {narrow ? (
        <IconButton icon="flag" label={r("open", { name })} onClick={() => setReporting(true)} />
      ) : (
        <Button size="small" variant="bare" icon="flag" onClick={() => setReporting(true)}>
          {t("report")}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      <ReportDialog member={profile} open={reporting} onClose={() => setReporting(false)} />
    </div>
  );
}
