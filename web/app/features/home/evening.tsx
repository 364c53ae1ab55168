/** The picture of the home page, drawn: an evening by the water, two people at a small table under a string of lights. */
export function Evening({ label }: { label: string }) {
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        viewBox="-1300 0 2740 720"
        preserveAspectRatio="xMaxYMax slice"
        className="absolute inset-x-0 bottom-0 -z-10 h-[540px] w-full lg:h-full"
      >
        <defs>
          <linearGradient id="ev-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#0f2438" />
            <stop offset="0.42" stopColor="#1c4764" />
            <stop offset="0.72" stopColor="#5d7f92" />
            <stop offset="0.9" stopColor="#e2a373" />
            <stop offset="1" stopColor="#f6b984" />
          </linearGradient>
          <linearGradient id="ev-water" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#d79a70" />
            <stop offset="0.35" stopColor="#557388" />
            <stop offset="1" stopColor="#17344c" />
          </linearGradient>
          <radialGradient id="ev-glow">
            <stop offset="0" stopColor="#ffdba4" stopOpacity="0.85" />
            <stop offset="0.35" stopColor="#ffc377" stopOpacity="0.35" />
            <stop offset="1" stopColor="#ffc377" stopOpacity="0" />
          </radialGradient>
          <radialGradient id="ev-halo">
            <stop offset="0" stopColor="#fff3dc" stopOpacity="0.55" />
            <stop offset="1" stopColor="#fff3dc" stopOpacity="0" />
          </radialGradient>
        </defs>

        <rect x="-1300" width="2740" height="500" fill="url(#ev-sky)" />
        <g fill="#f7ead6">
          {STARS.map(([x, y, r]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r={r} opacity={0.35 + (r ?? 1) * 0.25} />
          ))}
        </g>
        <circle cx="1235" cy="150" r="130" fill="url(#ev-halo)" />
        <circle cx="1235" cy="150" r="42" fill="#fdf1dc" />
        <circle cx="1222" cy="140" r="7" fill="#f1dfc0" />
        <circle cx="1247" cy="163" r="10" fill="#f1dfc0" />

        <path
          d="M-1300 430c160-50 300-40 440 0s260 30 420-16 280-40 440 38c120-46 210-60 330-30s190 22 300-16 240-62 380-18 260 26 430-34v150H-1300Z"
          fill="#3d6078"
        />
        <path
          d="M-1300 470c180-26 320-20 480 0s300 24 460-4 250-14 360 12c150-30 280-26 400-8s260 14 400-12 240-20 360 2 180 10 280-12v60H-1300Z"
          fill="#24465e"
        />
        <g fill="#ffc988">
          {WINDOWS.map(([x, y]) => (
            <rect key={`${x}-${y}`} x={x} y={y} width="4" height="5" rx="1" />
          ))}
        </g>

        <rect x="-1300" y="496" width="2740" height="130" fill="url(#ev-water)" />
        <g fill="#fde6c4">
          {RIPPLES.map(([x, y, w, o]) => (
            <rect key={`${x}-${y}`} x={(x ?? 0) - (w ?? 0) / 2} y={y} width={w} height="3" rx="1.5" opacity={o} />
          ))}
        </g>

        <path d="M-1300 630c420-18 880-20 1300-8 220-14 420-18 720-16s520 0 720 10v104H-1300Z" fill="#0c1c2b" />
        <path
          d="M-1300 630c420-18 880-20 1300-8 220-14 420-18 720-16s520 0 720 10"
          fill="none"
          stroke="#35536a"
          strokeWidth="2"
        />

        <g stroke="#0c1c2b" fill="none">
          <path d="M1392 640V208" strokeWidth="9" strokeLinecap="round" />
          <path d="M560 96c200 150 520 196 832 118" strokeWidth="3" />
          <path d="M1392 214c20 6 34 6 60 2" strokeWidth="3" />
          <path d="M760 40c180 120 420 186 632 174" strokeWidth="2.5" />
        </g>
        <g>
          {BULBS.map(([x, y], at) => (
            <g key={`${x}-${y}`} className={at % 3 === 1 ? "animate-pulse-soft [animation-duration:5s]" : ""}>
              <circle cx={x} cy={(y ?? 0) + 8} r="30" fill="url(#ev-glow)" />
              <path d={`M${x} ${y}v5`} stroke="#0c1c2b" strokeWidth="3" />
              <circle cx={x} cy={(y ?? 0) + 10} r="5.5" fill="#ffe3b3" />
            </g>
          ))}
        </g>

        <circle cx="1086" cy="548" r="120" fill="url(#ev-glow)" />
        <g fill="#091521">
          <path d="M1010 588h152v9h-152zM1081 594h10v64h-10zM1052 656h68v8h-68z" />
          {/* the glasses and the candle */}
          <path
            d="M1049 556h18c0 12-4 17-7 18v10h7v4h-18v-4h7v-10c-3-1-7-6-7-18ZM1105 556h18c0 12-4 17-7 18v10h7v4h-18v-4h7v-10c-3-1-7-6-7-18Z"
            opacity="0.92"
          />
          {/* the left one, leaning in */}
          <path d="M938 668v-78h-8v-70h9l6 62h54v10h-6v76h-9v-66h-36v66Z" opacity="0.9" />
          <circle cx="985" cy="492" r="21" />
          <path d="M965 486c-3-24 12-33 24-31 16 1 22 13 20 26-9-4-18-6-24-3-3 8-4 15-10 19-6-2-9-6-10-11Z" />
          <circle cx="962" cy="476" r="10" />
          <path d="M978 508h15l4 12c14 6 20 16 24 30l24 26c4 5-2 11-7 8l-32-19-8-10 2 38h-58c-4-30-2-60 8-72 7-9 15-9 25-12Z" />
          <path d="M996 586c22 0 40 2 46 10l6 66h18v8h-32l-10-56h-66l-4-28Z" />
          {/* the right one */}
          <path d="M1240 668v-78h8v-76h-9l-6 68h-54v10h6v76h9v-66h36v66Z" opacity="0.9" />
          <circle cx="1190" cy="484" r="22" />
          <path d="M1169 480c-2-20 8-30 23-30 17 0 25 12 23 28l-6 6c-2-6-4-10-8-13-10 3-22 1-32 9Z" />
          <path d="M1182 500h16l3 12c16 5 25 15 28 32 3 16 2 34 0 50h-62l3-40-20 22-30 14c-6 2-10-5-5-9l27-21 24-36c4-6 8-10 13-12Z" />
          <path d="M1182 586c-22 0-40 2-48 10l-8 66h-16v8h32l10-56h68l4-28Z" />
        </g>
        <rect x="1082" y="566" width="8" height="22" rx="2" fill="#f6e7cf" />
        <path d="M1086 548c5 6 6 9 6 12a6 6 0 0 1-12 0c0-3 1-6 6-12Z" fill="#ffd58f" />
        <g fill="none" stroke="#ffc27a" strokeWidth="2.5" strokeLinecap="round" opacity="0.75">
          <path d="M1006 488c-1 10-6 18-12 23M1000 522c10 6 14 14 18 27M1169 488c2 8 5 14 11 18M1168 520c-8 10-14 20-20 30" />
        </g>
        <g fill="#091521">
          <path d="M1300 664c-6-40-4-70 6-92 8 24 8 60 4 92ZM1322 664c4-34 14-58 30-72-2 26-8 54-18 72ZM1286 664c-4-26-14-46-28-56 0 22 6 42 16 56Z" />
          <path d="M1262 660h88l-9 44h-70z" />
        </g>
      </svg>
      {/* behind the words the evening is darker */}
      <div className="absolute inset-0 -z-10 hidden bg-linear-to-r from-night/90 via-night/70 via-35% to-transparent to-60% lg:block" />
    </>
  );
}

const STARS: readonly (readonly [number, number, number])[] = [
  [-80, 110, 1.2],
  [-190, 60, 1],
  [-300, 150, 1.4],
  [-420, 80, 0.9],
  [-560, 130, 1.2],
  [-700, 70, 1],
  [-860, 150, 1.3],
  [-1000, 90, 1],
  [90, 70, 1.2],
  [190, 150, 0.9],
  [270, 60, 1.5],
  [360, 120, 1],
  [455, 48, 1.1],
  [520, 190, 1.4],
  [600, 90, 0.9],
  [690, 160, 1.2],
  [740, 70, 1.6],
  [830, 120, 1],
  [905, 52, 1.2],
  [980, 110, 0.9],
  [1050, 60, 1.5],
  [1120, 130, 1],
  [1340, 70, 1.2],
  [1400, 140, 1],
  [140, 240, 1],
  [420, 250, 1.2],
  [650, 260, 0.9],
  [40, 190, 1.4],
  [860, 230, 1],
];
const WINDOWS: readonly (readonly [number, number])[] = [
  [-420, 474],
  [-398, 470],
  [-372, 476],
  [-180, 470],
  [-158, 474],
  [-640, 470],
  [-612, 474],
  [300, 466],
  [316, 470],
  [338, 468],
  [372, 474],
  [520, 474],
  [548, 470],
  [566, 476],
  [700, 468],
  [716, 464],
  [744, 470],
  [905, 462],
  [930, 458],
  [948, 466],
  [1010, 464],
  [1170, 470],
  [1192, 474],
  [1330, 468],
  [1352, 464],
];
const RIPPLES: readonly (readonly [number, number, number, number])[] = [
  [-400, 508, 30, 0.35],
  [-170, 507, 34, 0.3],
  [-620, 508, 30, 0.3],
  [-90, 560, 80, 0.12],
  [-330, 584, 90, 0.1],
  [-560, 550, 70, 0.12],
  [1235, 503, 70, 0.8],
  [1229, 514, 96, 0.7],
  [1242, 526, 60, 0.6],
  [1232, 540, 110, 0.5],
  [1240, 556, 74, 0.42],
  [1226, 574, 120, 0.34],
  [1238, 594, 84, 0.26],
  [320, 506, 26, 0.35],
  [346, 520, 18, 0.25],
  [545, 508, 30, 0.35],
  [720, 507, 34, 0.35],
  [736, 522, 20, 0.22],
  [935, 506, 30, 0.35],
  [120, 540, 60, 0.14],
  [420, 566, 84, 0.12],
  [640, 548, 70, 0.14],
  [860, 580, 90, 0.12],
  [200, 592, 70, 0.1],
];
const BULBS: readonly (readonly [number, number])[] = [
  [628, 140],
  [712, 178],
  [800, 206],
  [890, 226],
  [984, 238],
  [1080, 242],
  [1176, 239],
  [1272, 230],
  [1352, 218],
  [842, 88],
  [936, 130],
  [1036, 164],
  [1140, 189],
  [1248, 205],
];
