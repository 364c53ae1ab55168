import { useTranslations } from "use-intl/react";
import { Icon } from "~/ui/icon.tsx";

const TIPS = ["face", "light", "alone"] as const;

/** What a good first photo looks like, drawn: a face near, in daylight, alone. */
export function PhotoExample() {
  const t = useTranslations("steps.example");
  return (
    <div className="flex items-center gap-4 rounded-control bg-sunken p-3">
      <Drawing />
      <div className="grid min-w-0 gap-1.5 text-sm wrap-anywhere">
        <p className="font-semibold">{t("title")}</p>
        <ul className="grid gap-1 text-ink-soft">
          {TIPS.map((tip) => (
            <li key={tip} className="flex items-start gap-1.5">
              <Icon name="check" className="mt-0.5 size-4 text-success-text" />
              {t(tip)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A woman at a window: half-length, light from the side, calm ground. */
function Drawing() {
  return (
    <svg viewBox="0 0 80 100" aria-hidden className="h-24 w-auto sm:h-28 shrink-0 rounded-control">
      <rect width="80" height="100" fill="#dcebf2" />
      <path d="M0 0h30v100H0z" fill="#f7f1dc" />
      <path d="M30 0h3v100h-3zM0 38h30v3H0z" fill="#fff" />
      <path d="M58 100V62c6 0 11-6 13-14 2 9 1 36 1 52z" fill="#9fc2a6" />
      <path d="M21 52c-3-24 4-36 19-36s22 12 19 36c-1 9 3 14 5 20H16c2-6 6-11 5-20z" fill="#5b3524" />
      <path d="M12 100c1-18 11-25 28-25s27 7 28 25z" fill="#c8643f" />
      <path d="M33 62h14v12c0 9-14 9-14 0z" fill="#d99a73" />
      <path d="M26 42c0-14 6-20 14-20s14 6 14 20-6 24-14 24-14-10-14-24z" fill="#eab48d" />
      <path d="M26 42c0-14 6-20 14-20-6 6-9 16-9 24s3 15 9 20c-8 0-14-10-14-24z" fill="#f6cba6" />
      <path d="M25 42c1-12 8-15 15-15s14 4 15 15c3-14-3-23-15-23S22 28 25 42z" fill="#5b3524" />
      <path d="M31 40q3-2.5 6 0M43 40q3-2.5 6 0" fill="none" stroke="#5b3524" strokeWidth="1.4" strokeLinecap="round" />
      <circle cx="34" cy="44" r="1.6" fill="#33221a" />
      <circle cx="46" cy="44" r="1.6" fill="#33221a" />
      <path
        d="M40 45v6l-2 1"
        fill="none"
        stroke="#c98a62"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M34 55q6 6 12 0-6 1.5-12 0z" fill="#b5483f" />
    </svg>
  );
}
