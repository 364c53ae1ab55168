import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { classes } from "~/ui/classes.ts";
import type { Judge } from "./strength-judge.ts";

const WORDS = ["weak", "weak", "fair", "good", "strong"] as const;

/** Password strength while typing. The estimator loads with the first letter; the server decides. */
export function usePasswordStrength(inputs: () => string[]) {
  const [score, setScore] = useState<number | null>(null);
  const judge = useRef<Promise<Judge>>(undefined);
  const typed = useRef("");
  const estimate = (password: string) => {
    typed.current = password;
    if (!password) return setScore(null);
    judge.current ??= import("./strength-judge.ts").then((module) => module.judge);
    judge.current.then(
      (rate) => typed.current === password && setScore(rate(password, inputs())),
      () => {},
    );
  };
  return { score, estimate };
}

export function Strength({ score }: { score: number | null }) {
  const t = useTranslations("account.strength");
  if (score === null) return null;
  const filled = Math.max(1, score);
  return (
    <div className="grid gap-1.5">
      <div aria-hidden className="flex gap-1.5">
        {[1, 2, 3, 4].map((at) => (
          <span
            key={at}
            className={classes(
              "h-1.5 flex-1 rounded-full",
              at > filled ? "bg-line" : score < 2 ? "bg-danger" : score < 3 ? "bg-warning" : "bg-success",
            )}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {t(WORDS[score] ?? "weak")}
      </p>
    </div>
  );
}
