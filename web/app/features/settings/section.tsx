import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useActionData, useFetcher, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/platform/call.ts";
import { type FormFailure, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { FormMessage } from "~/ui/form-message.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** The actions of a section's forms, by their hidden field `intent`. */
export type SectionActions = Record<string, (call: Call, fields: FormData) => Promise<unknown>>;

interface Done {
  done: string;
}
const isDone = (result: unknown): result is Done => typeof result === "object" && result !== null && "done" in result;

/** Some actions return a result, failure or redirect of their own; for the others, success is `{ done: intent }`. */
const isComplete = (result: unknown): boolean =>
  isDone(result) || result instanceof Response || isFormFailure((result as { data?: unknown } | undefined)?.data);

/** Runs the form's action; a refusal returns to its section. */
export async function runAction(actions: SectionActions, call: Call, request: Request) {
  const fields = await request.formData();
  const intent = String(fields.get("intent"));
  const run = actions[intent];
  if (!run) throw new Response(null, { status: 400 });
  try {
    const result = await run(call, fields);
    return isComplete(result) ? result : { done: intent };
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

/** One topic of the settings; `id` is its anchor. */
export function Section({
  id,
  title,
  lead,
  status,
  named = false,
  children,
}: {
  id?: string;
  title: ReactNode;
  lead?: string;
  /** Whether what saves itself is saved (saving.tsx). */
  status?: ReactNode;
  /** The page of a phone has the same title. */
  named?: boolean;
  children: ReactNode;
}) {
  return (
    <Card {...(id && { id })} className="scroll-mt-20 max-sm:px-4 max-sm:py-3.5">
      <section className="grid grid-cols-1 gap-4 sm:gap-5">
        <div className={classes("grid gap-1", named && "max-lg:-mb-4")}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className={classes("text-lg", named && "max-lg:sr-only")}>{title}</h2>
            {status}
          </div>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** A form of a section: a toast confirms success, errors show in place. Works without script too. */
export function SectionForm({
  intent,
  saved,
  className = "grid gap-5",
  children,
}: {
  intent: string;
  /** Confirmation; default "Saved.", none if null because the page shows the result. */
  saved?: string | null;
  className?: string;
  children: (state: { busy: boolean; failure: FormFailure | undefined }) => ReactNode;
}) {
  const t = useTranslations("settings");
  const e = useTranslations("errors");
  const toast = useToast();
  const fetcher = useFetcher();
  const whole = useActionData(); // the result of a form submitted without script
  const result: unknown = fetcher.data ?? whole;
  const failure = isFormFailure(result) && result.values.intent?.[0] === intent ? result : undefined;
  const done = isDone(result) && result.done === intent;
  const confirmation = saved === undefined ? t("saved") : saved;
  const showToast = useEffectEvent(() => {
    if (confirmation && isDone(fetcher.data)) toast({ text: confirmation, variant: "success" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => showToast(), [fetcher.data]);
  const error = failure && (Object.values(failure.fields)[0] || failure.message || e("network"));
  return (
    <fetcher.Form method="post" className={className}>
      <input type="hidden" name="intent" value={intent} />
      {children({ busy: fetcher.state !== "idle", failure })}
      <FormMessage>{error}</FormMessage>
      {confirmation && done && !fetcher.data && <p className="text-sm text-ink-soft">{confirmation}</p>}
    </fetcher.Form>
  );
}

/** For forms whose switches save themselves: without script they need a button. */
export function SaveWithoutScript() {
  return (
    <noscript>
      <SaveButton busy={false} />
    </noscript>
  );
}

export function SaveButton({ busy }: { busy: boolean }) {
  const t = useTranslations("settings");
  return (
    <Button type="submit" variant="quiet" busy={busy} className="justify-self-start">
      {t("save")}
    </Button>
  );
}

/** Whether the form with this intent is being submitted; the page has several forms. */
export function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
