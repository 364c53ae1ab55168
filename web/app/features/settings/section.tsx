import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useActionData, useFetcher, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { isRefused, type Refused, refusedOf } from "~/kernel/form.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** What a form of the settings asks for; its hidden field `intent` names it. Every section brings its own. */
export type Acts = Record<string, (call: Call, fields: FormData) => Promise<unknown>>;

interface Done {
  done: string;
}
const isDone = (answer: unknown): answer is Done => typeof answer === "object" && answer !== null && "done" in answer;

/** Some acts say more than that they were done, what was refused, or where to go; the others return what the call answered. */
const saysMore = (answer: unknown): boolean =>
  isDone(answer) || answer instanceof Response || isRefused((answer as { data?: unknown } | undefined)?.data);

/** Does what the form asks for; an expected no goes back to its section. */
export async function act(acts: Acts, call: Call, request: Request) {
  const fields = await request.formData();
  const intent = String(fields.get("intent"));
  const asked = acts[intent];
  if (!asked) throw new Response(null, { status: 400 });
  try {
    const answer = await asked(call, fields);
    return saysMore(answer) ? answer : { done: intent };
  } catch (error) {
    return refusedOf(fields, error);
  }
}

/** One subject of the settings; `id` is where links into the page lead. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <Card {...(id && { id })} className="scroll-mt-20">
      <section className="grid gap-5">
        <div className="grid gap-1">
          <h2 className="text-lg">{title}</h2>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** A form of a section: says by a toast that it was saved, and shows in its place what is wrong. Works without script too. */
export function SectionForm({
  intent,
  saved,
  className = "grid gap-5",
  children,
}: {
  intent: string;
  /** Said when it is done; "Saved." by itself, nothing when null: the page shows it. */
  saved?: string | null;
  className?: string;
  children: (state: { busy: boolean; refused: Refused | undefined }) => ReactNode;
}) {
  const t = useTranslations("settings");
  const e = useTranslations("errors");
  const tell = useToast();
  const fetcher = useFetcher();
  const whole = useActionData(); // the answer to a form that was sent without script
  const answer: unknown = fetcher.data ?? whole;
  const refused = isRefused(answer) && answer.values.intent?.[0] === intent ? answer : undefined;
  const done = isDone(answer) && answer.done === intent;
  const words = saved === undefined ? t("saved") : saved;
  const say = useEffectEvent(() => {
    if (words && isDone(fetcher.data)) tell({ text: words, look: "success" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => say(), [fetcher.data]);
  const wrong = refused && (Object.values(refused.fields)[0] || refused.message || e("network"));
  return (
    <fetcher.Form method="post" className={className}>
      <input type="hidden" name="intent" value={intent} />
      {children({ busy: fetcher.state !== "idle", refused })}
      <FormMessage>{wrong}</FormMessage>
      {words && done && !fetcher.data && <p className="text-sm text-ink-soft">{words}</p>}
    </fetcher.Form>
  );
}

export function SaveButton({ busy }: { busy: boolean }) {
  const t = useTranslations("settings");
  return (
    <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
      {t("save")}
    </Button>
  );
}

/** Whether the form with this intent is under way: the page holds several. */
export function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
