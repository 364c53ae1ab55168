import { GENDERS } from "@serenade/contract/attributes";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";

/**
 * The first two questions of sign-up; the answers go into the URL, which works without script. Fields elsewhere on the page belong
 * to it with `form="start"`.
 */
export function StartForm({
  minAge,
  carried = {},
  button,
}: {
  minAge: number;
  /** More parameters for sign-up. */
  carried?: Record<string, string>;
  button?: string;
}) {
  const t = useTranslations("home.start");
  const a = useTranslations("attributes");
  const carriedParams = { ...useCarriedParams(), ...carried };
  return (
    <Form
      id="start"
      action={paths.signup()}
      aria-label={t("label")}
      className="grid gap-4 rounded-card bg-surface p-4 text-ink shadow-float sm:p-5"
    >
      {Object.entries(carriedParams).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select name="gender" label={t("am")}>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {a(`gender.${gender}`)}
            </option>
          ))}
        </Select>
        <Select name="looking_for" label={t("seek")}>
          <option value="">{t("anyone")}</option>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {a(`genders.${gender}`)}
            </option>
          ))}
        </Select>
      </div>
      <Button type="submit" variant="call" size="large" wide>
        {button ?? t("go")}
      </Button>
      <p className="text-center text-sm text-ink-soft">{t("hint", { age: String(minAge) })}</p>
    </Form>
  );
}

function Select({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  return (
    <label className="grid gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <span className="relative block">
        <select
          name={name}
          className="min-h-12 w-full appearance-none rounded-control border border-control bg-surface py-2.5 pr-11 pl-4"
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
      </span>
    </label>
  );
}
