import { IcebreakersApi } from "@serenade/contract/chat";
import type { Answer } from "@serenade/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useLanguage } from "~/platform/language.ts";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { Spinner } from "~/ui/spinner.tsx";

type Line = Answer<typeof IcebreakersApi.list>["icebreakers"][number];
const OFFERED = 3;
const STORE = "icebreakers";

/** Shown in an empty conversation: a welcome, and the icebreaker modal (§2). */
export function Icebreakers({ name, onPick }: { name: string; onPick: (text: string) => void }) {
  const t = useTranslations("chat.start");
  const m = useTranslations("members");
  const [lines, setLines] = useState<Line[]>([]);
  const [open, setOpen] = useState(false);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["icebreakers", language],
    queryFn: ({ signal }) => call(IcebreakersApi.list, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const errorMessage = useErrorMessage();
  const offer = () => {
    if (data) setLines(nextLines(data.icebreakers));
    else void refetch();
  };
  const openModal = () => {
    offer();
    setOpen(true);
  };
  // opened before they were there
  useEffect(() => {
    if (open && data && lines.length === 0) setLines(nextLines(data.icebreakers));
  }, [open, data, lines.length]);
  const close = () => setOpen(false);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto grid w-full max-w-modal justify-items-center gap-4 p-4 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
          <Icon name="sparkles" className="size-8" />
        </span>
        <div>
          <h2 className="text-lg">{t("title", { name })}</h2>
          <p className="text-ink-soft">{t("text")}</p>
        </div>
        <Button variant="quiet" icon="sparkles" onClick={openModal}>
          {t("lines")}
        </Button>
      </div>
      <Modal open={open} onClose={close} title={t("lines")} description={t("text")} closeLabel={m("close")}>
        {!data && (error ? <FormMessage>{errorMessage(error)}</FormMessage> : <Spinner />)}
        <Lines
          lines={lines}
          onPick={(text) => {
            onPick(text);
            close();
          }}
        />
        <Button variant="bare" size="small" icon="refresh" onClick={offer} className="mt-4">
          {t("other")}
        </Button>
      </Modal>
    </div>
  );
}

/** Picking a line puts it into the text field for editing. */
function Lines({ lines, onPick }: { lines: Line[]; onPick: (text: string) => void }) {
  const t = useTranslations("chat.start");
  return (
    <ul aria-label={t("lines")} className="grid min-h-48 w-full content-start max-sm:min-h-60 gap-2">
      {lines.map((line) => (
        <li key={line.id}>
          <button
            type="button"
            onClick={() => onPick(line.text)}
            className="move w-full rounded-card border border-control bg-surface px-4 py-3 text-left active:scale-[0.99] hover:bg-sunken starting:translate-y-2 starting:opacity-0"
          >
            {line.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Three of ten, never the same three twice in a row (product.md 5), across conversations. */
function nextLines(all: readonly Line[]): Line[] {
  const last = lastShown();
  for (;;) {
    const drawn = draw(all);
    const key = drawn
      .map(({ id }) => id)
      .sort()
      .join(" ");
    if (key === last) continue;
    remember(key);
    return drawn;
  }
}

let inThisTab: string | null = null;

function lastShown(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return inThisTab;
  }
}

function remember(key: string) {
  inThisTab = key;
  try {
    localStorage.setItem(STORE, key);
  } catch {
    // storage forbidden: remembered in memory
  }
}

function draw(all: readonly Line[]): Line[] {
  const left = [...all];
  return Array.from({ length: OFFERED }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}
