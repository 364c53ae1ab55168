import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";

const LINES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
type Line = (typeof LINES)[number];
const OFFERED = 3;
const STORE = "icebreakers";

/** Three opening lines to begin from; a press puts one into the text field, where it can be made one's own. */
export function Icebreakers({ name, onPick }: { name: string; onPick: (text: string) => void }) {
  const t = useTranslations("chat.start");
  const i = useTranslations("icebreakers");
  const [lines, setLines] = useState<Line[]>([]);
  const offer = () => setLines(nextLines());
  // chance is the browser's: the server would have drawn others
  useEffect(() => setLines(nextLines()), []);
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
        <ul aria-label={t("lines")} className="grid min-h-48 w-full content-start max-sm:min-h-60 gap-2">
          {lines.map((line) => (
            <li key={line}>
              <button
                type="button"
                onClick={() => onPick(i(`lines.${line}`))}
                className="move w-full rounded-card border border-control bg-surface px-4 py-3 text-left active:scale-[0.99] hover:bg-sunken starting:translate-y-2 starting:opacity-0"
              >
                {i(`lines.${line}`)}
              </button>
            </li>
          ))}
        </ul>
        <Button look="bare" size="small" icon="refresh" onClick={offer}>
          {t("other")}
        </Button>
      </div>
    </div>
  );
}

/** Three of ten, never the same three twice running (product.md 5), wherever the last three were shown. */
function nextLines(): Line[] {
  const last = lastShown();
  for (;;) {
    const drawn = draw();
    const key = [...drawn].sort().join(" ");
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
    // storage forbidden: this tab remembers
  }
}

function draw(): Line[] {
  const left = [...LINES];
  return Array.from({ length: OFFERED }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}
