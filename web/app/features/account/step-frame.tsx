import type { ReactNode } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { SiteMark } from "~/shell/site-mark.tsx";
import { buttonClasses } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Steps } from "~/ui/progress.tsx";
import { pathOfStep, STEPS, type Step, stepBefore } from "./steps.ts";

/** Back, skip and progress, and below them the step's form. */
export function StepFrame({
  step,
  reached,
  title,
  lead,
  children,
}: {
  step: Step;
  reached?: string | null;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("steps");
  const [search] = useSearchParams();
  const before = stepBefore(step);
  const at = STEPS.indexOf(step) + 1;
  return (
    <>
      <div className="grid gap-1">
        <div className="grid min-h-11 grid-cols-[1fr_auto_1fr] items-center gap-2">
          {before ? (
            <Link
              to={pathOfStep(before, search)}
              className={buttonClasses({ variant: "bare" }, "-ml-3 justify-self-start px-3!")}
            >
              <Icon name="chevron-left" className="size-5" />
              {t("back")}
            </Link>
          ) : (
            <span />
          )}
          {/* on a desk above the frame */}
          <SiteMark className="sm:hidden [&>span]:hidden" />
          {step !== "confirm" && (
            <Form method="post" className="justify-self-end">
              <input type="hidden" name="step" value={step} />
              <input type="hidden" name="reached" value={reached ?? ""} />
              <button
                type="submit"
                name="intent"
                value="skip"
                className={buttonClasses({ variant: "bare" }, "-mr-3 px-3!")}
              >
                {t("skip")}
              </button>
            </Form>
          )}
        </div>
        <Steps label={t("label", { step: String(at), steps: String(STEPS.length) })} step={at} steps={STEPS.length} />
      </div>
      <div className="grid gap-1">
        <h1 className="text-2xl">{title}</h1>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </div>
      {children}
    </>
  );
}
