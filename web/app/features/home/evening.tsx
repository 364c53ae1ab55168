import { InlineSvg, readSvg } from "~/platform/inline-svg.tsx";
import evening from "./drawings/evening.svg?raw";

const EVENING = readSvg(evening);

/** The picture of the home page: an evening by the water, two people at a small table under a string of lights. */
export function Evening({ label }: { label: string }) {
  return (
    <>
      <InlineSvg
        svg={EVENING}
        label={label}
        preserveAspectRatio="xMaxYMax slice"
        className="absolute inset-x-0 bottom-0 -z-10 h-[540px] w-full max-lg:[mask-image:linear-gradient(transparent,black_5rem)] lg:h-full"
      />
      {/* darker behind the text */}
      <div className="absolute inset-0 -z-10 hidden bg-linear-to-r from-night/90 via-night/70 via-35% to-transparent to-60% lg:block" />
    </>
  );
}
