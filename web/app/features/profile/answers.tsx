import { ANSWER_MAX, ANSWERS_MAX } from "@serenade/contract/limits";
import { PROMPTS } from "@serenade/contract/prompts";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { FieldGroup } from "~/ui/choice.tsx";
import { classes } from "~/ui/classes.ts";
import { FieldError, SelectField } from "~/ui/field.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { answerField } from "./read.ts";

const PLACES = Array.from({ length: ANSWERS_MAX }, (_, at) => at);

/** Up to three opening lines, each with the member's end of it. Without script all three are there. */
export function AnswerFields({
  values,
  errors,
}: {
  values: (name: string) => string[];
  errors: Record<string, string>;
}) {
  const t = useTranslations("profile.answers");
  const m = useTranslations("members.prompts");
  const value = (at: number, part: "prompt" | "text") => values(answerField(at, part))[0] ?? "";
  const [chosen, setChosen] = useState(() => PLACES.map((at) => value(at, "prompt") || PROMPTS[at]!));
  const [open, setOpen] = useState(() => Math.max(1, PLACES.filter((at) => value(at, "text")).length));
  const cards = useRef<HTMLDivElement>(null);
  const add = () => {
    setOpen(open + 1);
    requestAnimationFrame(() => cards.current?.querySelectorAll("select")[open]?.focus());
  };
  const wrong = Object.entries(errors).find(([name]) => name.startsWith("answers"));
  return (
    <div ref={cards} className="grid gap-3">
      {PLACES.map((at) => (
        <div
          key={at}
          className={classes(
            "rounded-card border border-line bg-sunken p-4",
            at >= open && "[@media(scripting:enabled)]:hidden",
          )}
        >
          <FieldGroup legend={t("card", { number: String(at + 1) })} legendHidden>
            <SelectField
              name={answerField(at, "prompt")}
              label={t("prompt")}
              labelHidden
              value={chosen[at]}
              onChange={({ target }) => setChosen(chosen.map((one, index) => (index === at ? target.value : one)))}
              className="font-semibold"
            >
              {PROMPTS.map((prompt) => (
                <option key={prompt} value={prompt}>
                  {m(prompt)}
                </option>
              ))}
            </SelectField>
            <TextareaField
              name={answerField(at, "text")}
              label={t("text")}
              labelHidden
              rows={2}
              maxLength={ANSWER_MAX}
              left={(count) => t("left", { count })}
              defaultValue={value(at, "text")}
              placeholder={t("text")}
            />
          </FieldGroup>
        </div>
      ))}
      {wrong && (
        <div role="alert">
          <FieldError id="answers-error">{wrong[0] === "answers" ? t("twice") : wrong[1]}</FieldError>
        </div>
      )}
      {open < ANSWERS_MAX && (
        <Button
          variant="quiet"
          size="small"
          icon="plus"
          onClick={add}
          className="justify-self-start [@media(scripting:none)]:hidden"
        >
          {t("add")}
        </Button>
      )}
    </div>
  );
}
