/** Three small drawings for the steps of an evening, in the colours of the scheme. */
const line = { fill: "none", strokeWidth: 3, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A door ajar with warm light behind it: saying who you are. */
export function DrawnDoor() {
  return (
    <svg aria-hidden viewBox="0 0 144 144" className="size-full">
      <circle cx="72" cy="72" r="68" className="fill-primary-soft" />
      <path d="M46 116V44a26 26 0 0 1 52 0v72Z" className="fill-secondary" />
      <path d="M46 116V44a26 26 0 0 1 26-26v0l6 10v92Z" className="fill-surface" />
      <g {...line} className="stroke-ink">
        <path d="M34 116h76M46 116V44a26 26 0 0 1 52 0v72M78 120V30" />
        <path d="M70 74v8" />
      </g>
      <path d="M98 116h12l-12-10ZM78 116h20V60Z" className="fill-warning opacity-70" />
      <circle cx="114" cy="54" r="6" className="fill-warning" />
      <path d="M114 60v8" {...line} className="stroke-ink" />
    </svg>
  );
}

/** Lit windows in a quiet street: looking around. */
export function DrawnStreet() {
  return (
    <svg aria-hidden viewBox="0 0 144 144" className="size-full">
      <circle cx="72" cy="72" r="68" className="fill-secondary-soft" />
      <path d="M96 34a15 15 0 1 0 15 19 12 12 0 0 1-15-19Z" className="fill-warning" />
      <g {...line} className="fill-surface stroke-ink">
        <path d="M28 112V62l18-14 18 14v50Z" />
        <path d="M64 112V76h22v36Z" />
        <path d="M86 112V68l15-12 15 12v44Z" />
      </g>
      <g className="fill-secondary">
        <rect x="37" y="66" width="8" height="11" rx="1.5" />
        <rect x="70" y="84" width="9" height="10" rx="1.5" />
        <rect x="97" y="76" width="8" height="11" rx="1.5" />
        <rect x="49" y="86" width="8" height="11" rx="1.5" />
      </g>
      <g className="fill-line">
        <rect x="49" y="66" width="8" height="11" rx="1.5" />
        <rect x="37" y="86" width="8" height="11" rx="1.5" />
      </g>
      <path d="M18 112h108" {...line} className="stroke-ink" />
    </svg>
  );
}

/** A letter with a heart for a seal: writing. */
export function DrawnLetter() {
  return (
    <svg aria-hidden viewBox="0 0 144 144" className="size-full">
      <circle cx="72" cy="72" r="68" className="fill-success-soft" />
      <g transform="rotate(-7 72 74)">
        <rect x="30" y="48" width="84" height="58" rx="8" {...line} className="fill-surface stroke-ink" />
        <path d="m33 52 39 30 39-30" {...line} className="stroke-ink" />
        <path d="m33 103 27-26M111 103 84 77" {...line} className="stroke-ink" />
        <path d="M72 92c-9-6-13-10-13-15a7 7 0 0 1 13-4 7 7 0 0 1 13 4c0 5-4 9-13 15Z" className="fill-secondary" />
      </g>
      <path d="M106 30v10M101 35h10M36 28v8M32 32h8" {...line} className="stroke-primary-strong" />
    </svg>
  );
}
