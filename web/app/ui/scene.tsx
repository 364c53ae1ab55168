import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type SceneName = "lasting" | "night" | "garden" | "outdoors" | "table" | "stage";

/** The pictures of the niches, drawn. `hero` fills the place behind a headline; else it is a banner of its own. */
export function Scene({ name, label, hero = false }: { name: SceneName; label: string; hero?: boolean }) {
  const { sky, ground, art, front } = SCENES[name];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={hero ? "-1300 0 2740 720" : "700 250 740 420"}
      preserveAspectRatio={hero ? "xMaxYMax slice" : "xMidYMax slice"}
      className={classes(
        hero ? "absolute inset-x-0 bottom-0 -z-10 h-[540px] w-full lg:h-full" : "h-36 w-full rounded-card sm:h-44",
      )}
    >
      <defs>
        <linearGradient id={`sky-${name}`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={sky[0]} />
          <stop offset="0.55" stopColor={sky[1]} />
          <stop offset="1" stopColor={sky[2]} />
        </linearGradient>
        <radialGradient id={`glow-${name}`}>
          <stop offset="0" stopColor="#ffe3b0" stopOpacity="0.9" />
          <stop offset="0.4" stopColor="#ffcf87" stopOpacity="0.35" />
          <stop offset="1" stopColor="#ffcf87" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-1300" width="2740" height="720" fill={`url(#sky-${name})`} />
      {art(`url(#glow-${name})`)}
      <path d="M-1300 636c420-16 880-18 1300-8 220-12 420-16 720-14s520 0 720 8v98H-1300Z" fill={ground} />
      {front}
    </svg>
  );
}

/** The crown of the tree: x, y, radius. */
const BLOSSOM: readonly (readonly [number, number, number])[] = [
  [1150, 420, 34],
  [1192, 384, 44],
  [1176, 446, 30],
  [1236, 348, 50],
  [1222, 420, 46],
  [1286, 372, 56],
  [1268, 432, 42],
  [1330, 340, 46],
  [1342, 404, 50],
  [1316, 452, 36],
  [1388, 372, 44],
  [1392, 434, 38],
  [1430, 404, 40],
  [1262, 312, 36],
  [1306, 300, 34],
];

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

const SCENES: Record<
  SceneName,
  { sky: [string, string, string]; ground: string; art: (glow: string) => ReactNode; front?: ReactNode }
> = {
  lasting: {
    sky: ["#123047", "#3c6e86", "#f0c69a"],
    ground: "#0c2233",
    art: (glow) => (
      <>
        <path d="M-1300 520c300-50 560-40 900-10s700 10 1000-20 560 0 840 10v140H-1300Z" fill="#27526b" />
        <rect x="-1300" y="548" width="2740" height="90" fill="#1d4258" />
        <circle cx="1080" cy="330" r="150" fill={glow} />
        <path d="M1058 620l10-262h24l10 262z" fill="#f4ece2" />
        <path d="M1066 420h28l2 44h-32zM1061 512h38l2 46h-42z" fill="#c8503f" />
        <path d="M1062 318h36v40h-36zM1056 318l24-26 24 26z" fill="#0c2233" />
        <rect x="1068" y="326" width="24" height="24" fill="#ffe3a3" />
        <path d="M1180 622v-84l56-44 56 44v84z" fill="#0f2a3d" />
        <rect x="1204" y="556" width="24" height="28" fill="#ffcf87" />
        <rect x="1246" y="556" width="24" height="28" fill="#ffcf87" />
        <g fill="#0c2233">
          <path d="M800 600h96l-18 26h-62zM846 596v-96l44 84zM906 606h84l-16 24h-54zM944 602v-84l40 74z" />
        </g>
        <path d="M842 500l-34 84h34zM940 518l-28 74h28z" fill="#f4ece2" opacity="0.85" />
      </>
    ),
  },
  night: {
    sky: ["#170f33", "#43245f", "#d0648a"],
    ground: "#0e0920",
    art: (glow) => (
      <>
        <g fill="#241642">
          {[620, 700, 760, 850, 905, 990, 1060, 1150, 1215, 1300, 1375].map((x, at) => (
            <rect key={x} x={x} y={330 + ((at * 67) % 150)} width={70} height={320} />
          ))}
        </g>
        <g fill="#ffc978">
          {times(44).map((at) => (
            <rect
              key={at}
              x={632 + ((at * 53) % 790)}
              y={470 + ((at * 37) % 130)}
              width="8"
              height="11"
              opacity={0.4 + (at % 4) * 0.15}
            />
          ))}
        </g>
        <path d="M560 250c240 90 560 100 880 10" stroke="#0e0920" strokeWidth="3" fill="none" />
        {times(9).map((at) => (
          <g key={at}>
            <circle cx={620 + at * 95} cy={284 + Math.round(Math.sin((at + 0.5) / 2.9) * 42)} r="34" fill={glow} />
            <circle
              cx={620 + at * 95}
              cy={284 + Math.round(Math.sin((at + 0.5) / 2.9) * 42)}
              r="7"
              fill={at % 2 ? "#ff9db8" : "#ffe3a3"}
            />
          </g>
        ))}
        <circle cx="1090" cy="520" r="140" fill={glow} />
        <g fill="none" stroke="#ffe9f0" strokeWidth="6" strokeLinecap="round">
          <path d="M1008 470h88l-44 58zM1052 528v74M1026 604h52M1118 458h88l-44 58zM1162 516v86M1136 604h52" />
        </g>
        <path d="M1024 486h56l-28 36z" fill="#ff9db8" />
        <path d="M1134 474h56l-28 36z" fill="#ffc978" />
        <path d="M940 612h340v12H940z" fill="#0e0920" />
      </>
    ),
  },
  garden: {
    sky: ["#2c2a55", "#8076ad", "#f6cfb4"],
    ground: "#1f2a2c",
    art: (glow) => (
      <>
        <circle cx="820" cy="470" r="150" fill={glow} />
        <circle cx="820" cy="470" r="52" fill="#ffe7c4" />
        <path d="M-1300 560c340-60 700-30 1060-20s620-50 980-20 520 10 700 10v110H-1300Z" fill="#48507a" />
        <path d="M1250 640c8-90 0-150-16-210l26 10c8 60 14 120 8 200z" fill="#2b2230" />
        <g fill="#d7a6d8">
          {BLOSSOM.map(([x, y, r]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r={r} opacity={0.7 + (r % 4) * 0.07} />
          ))}
        </g>
        <g stroke="#1c1720" strokeWidth="9" strokeLinecap="round" fill="none">
          <path d="M930 572h190M930 548h190M940 572v58M1110 572v58M934 520v56M1116 520v56" />
        </g>
        <g fill="#1c1720">
          <circle cx="990" cy="494" r="19" />
          <path d="M972 516h34c14 10 16 34 14 56h-58c-2-24 0-46 10-56Z" />
          <circle cx="1052" cy="490" r="19" />
          <path d="M1034 512h36c12 12 14 36 12 60h-58c-2-26 0-48 10-60Z" />
        </g>
        <path
          d="M860 640v-96M860 544c-12-4-14-30 0-38 14 8 12 34 0 38Z"
          stroke="#1c1720"
          strokeWidth="6"
          fill="#ffe3a3"
        />
        <circle cx="860" cy="526" r="56" fill={glow} />
        <g fill="#d7a6d8">
          {times(9).map((at) => (
            <ellipse key={at} cx={880 + ((at * 97) % 480)} cy={600 + ((at * 13) % 30)} rx="6" ry="3" />
          ))}
        </g>
      </>
    ),
  },
  outdoors: {
    sky: ["#10283a", "#3f7a7a", "#f4d3a0"],
    ground: "#0d2420",
    art: (glow) => (
      <>
        <path
          d="M-1300 600L-900 380l280 180L-260 330l360 250L420 300l300 250L1010 250l260 300 170-150v240H-1300Z"
          fill="#2c5a63"
        />
        <path
          d="M1010 250l78 90-40-12-30 26-34-24-40 16zM420 300l66 76-40-8-24 20-30-16-32 6z"
          fill="#f2f4ee"
          opacity="0.9"
        />
        <g fill="#12332f">
          {[640, 716, 770, 1240, 1300, 1380, 200, 60, -160, -420].map((x, at) => (
            <path
              key={x}
              d={`M${x} 640l0-30h-34l24-40h-16l22-38h-14l26-${54 + (at % 3) * 14} 26 ${54 + (at % 3) * 14}h-14l22 38h-16l24 40h-34v30z`}
            />
          ))}
        </g>
        <circle cx="960" cy="600" r="170" fill={glow} />
        <path d="M1010 632l78-116 84 116z" fill="#e08a4a" />
        <path d="M1088 516l84 116h-58z" fill="#b96a34" />
        <path d="M1066 632l24-70 22 70z" fill="#ffe3a3" />
        <path d="M940 628l44-14M984 628l-44-14" stroke="#3a2413" strokeWidth="8" strokeLinecap="round" />
        <path d="M962 560c18 20 22 34 12 50h-26c-8-16 0-30 14-50Z" fill="#ffb057" />
        <path d="M962 584c8 10 10 18 5 26h-12c-4-8 0-16 7-26Z" fill="#fff0c4" />
        <g fill="#0d2420">
          <circle cx="900" cy="560" r="15" />
          <path d="M884 578h28c10 10 12 28 10 48h-44c-2-20-2-38 6-48Z" />
          <circle cx="858" cy="566" r="15" />
          <path d="M842 584h28c10 10 12 26 10 42h-44c-2-18-2-32 6-42Z" />
        </g>
      </>
    ),
  },
  table: {
    sky: ["#2a1620", "#5b2f34", "#a2573f"],
    ground: "#1c0f14",
    art: (glow) => (
      <>
        <rect x="700" y="300" width="240" height="240" rx="8" fill="#162b42" />
        <path d="M820 300v240M700 420h240" stroke="#3a1d24" strokeWidth="10" />
        <circle cx="886" cy="352" r="20" fill="#f7ead6" />
        <path d="M1190 250v70" stroke="#1c0f14" strokeWidth="5" />
        <path d="M1140 356c6-34 24-40 50-40s44 6 50 40z" fill="#e8b64c" />
        <circle cx="1190" cy="420" r="210" fill={glow} />
        <path d="M780 586h640v16H780z" fill="#f4e6d2" />
        <path d="M800 602h600l-14 60H814z" fill="#e3cdb2" />
        <g fill="#f6efe6" opacity="0.92">
          <path d="M1020 486h46c2 34-8 50-18 54v36h16v8h-42v-8h16v-36c-10-4-20-20-18-54ZM1290 486h46c2 34-8 50-18 54v36h16v8h-42v-8h16v-36c-10-4-20-20-18-54Z" />
        </g>
        <path
          d="M1024 504h38c-1 22-9 32-19 32s-18-10-19-32ZM1294 504h38c-1 22-9 32-19 32s-18-10-19-32Z"
          fill="#8c1f33"
        />
        <path d="M1112 584v-92c0-16 12-18 12-32v-34h22v34c0 14 12 16 12 32v92z" fill="#1f3b2d" />
        <rect x="1116" y="516" width="38" height="36" fill="#f4e6d2" />
        <path d="M1212 584v-52h14v52z" fill="#f6e7cf" />
        <path d="M1219 504c8 10 9 16 9 20a9 9 0 0 1-18 0c0-4 1-10 9-20Z" fill="#ffd58f" />
        <g>
          <ellipse cx="930" cy="584" rx="72" ry="9" fill="#fff8ee" />
          <circle cx="906" cy="566" r="15" fill="#c8503f" />
          <circle cx="934" cy="562" r="17" fill="#7d9f4a" />
          <circle cx="960" cy="568" r="13" fill="#e8b64c" />
        </g>
      </>
    ),
  },
  stage: {
    sky: ["#150d1c", "#3a1a2c", "#7a2f3a"],
    ground: "#0f0a12",
    front: (
      <g fill="#000000">
        {times(13).map((at) => (
          <circle key={at} cx={690 + at * 60} cy={650 - (at % 2) * 7} r="24" />
        ))}
      </g>
    ),
    art: (glow) => (
      <>
        <path d="M1060 40L900 606h340z" fill="#ffe3b0" opacity="0.22" />
        <circle cx="1070" cy="560" r="180" fill={glow} />
        <path d="M1440 0h-110c-20 200 30 420 20 620h90z" fill="#a5303c" />
        <path
          d="M1400 60c8 200-30 380 6 560M1364 60c12 200-24 380-2 560"
          stroke="#6f1d29"
          strokeWidth="8"
          fill="none"
        />
        <path
          d="M-1300 0h2740v70c-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0-60 40-150 40-210 0z"
          fill="#b93a45"
        />
        <path d="M-1300 604h2740v30h-2740z" fill="#5a3324" />
        <path
          d="M960 604V520c0-8 6-12 14-12h60c70 0 120 20 150 46 8 8 4 18-6 18h-30v32h-12v-32h-140v32z"
          fill="#120c16"
        />
        <path d="M1030 504l110-66 40 90c-40-20-90-26-150-24Z" fill="#120c16" />
        <rect x="964" y="540" width="60" height="9" fill="#f4ece2" />
        <g fill="#120c16">
          <circle cx="906" cy="478" r="20" />
          <path d="M888 500h36l42 42-10 10-34-22 4 62h-48c-4-36-4-72 10-92Z" />
          <path d="M880 592h52v14h-52z" />
        </g>
        <g fill="#ffd58f">
          <path d="M1206 400v-44l26-8v42a12 9 0 1 1-6-8v-22l-14 4v38a12 9 0 1 1-6-2ZM1130 340v-34l6-2v36a11 8 0 1 1-6 0Z" />
        </g>
      </>
    ),
  },
};
