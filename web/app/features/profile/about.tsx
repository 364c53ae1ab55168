import { ABOUT_MAX } from "@serenade/contract/limits";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { chipClasses } from "~/ui/choice.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";

const PROMPTS = ["prompt_evening", "prompt_laugh", "prompt_first", "prompt_learn"] as const;

/** The member's own text. A prompt appends an opening phrase to it. */
export function AboutField({ value, error }: { value: string; error: string | undefined }) {
  const t = useTranslations("profile.about");
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid gap-4">
      <TextareaField
        ref={area}
        name="about"
        label={t("label")}
        rows={7}
        maxLength={ABOUT_MAX}
        left={(count) => t("left", { count })}
        defaultValue={value}
        error={error}
      />
      <div className="grid gap-2 [@media(scripting:none)]:hidden">
        <p className="text-sm text-ink-soft">{t("prompts")}</p>
        <div className="flex flex-wrap gap-2">
          {PROMPTS.map((name) => (
            <button
              key={name}
              type="button"
              className={`${chipClasses} text-left`}
              onClick={() => begin(area.current, t(name))}
            >
              {t(name).replace(/\s…$/, "\u00a0…")}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Inserted as input, so that the counter and the form update and undo works. */
function begin(area: HTMLTextAreaElement | null, prompt: string) {
  if (!area) return;
  const opening = `${prompt.replace(/…$/, "").trimEnd()} `;
  const before = area.value.trimEnd();
  area.focus();
  area.setSelectionRange(before.length, area.value.length);
  area.setRangeText(`${before ? "\n" : ""}${opening}`, before.length, area.value.length, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
