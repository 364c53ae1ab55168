import { InlineSvg, readSvg } from "~/platform/inline-svg.tsx";
import { classes } from "~/ui/classes.ts";
import garden from "./drawings/garden.svg?raw";
import lasting from "./drawings/lasting.svg?raw";
import night from "./drawings/night.svg?raw";
import outdoors from "./drawings/outdoors.svg?raw";
import stage from "./drawings/stage.svg?raw";
import table from "./drawings/table.svg?raw";

const SCENES = {
  lasting: readSvg(lasting),
  night: readSvg(night),
  garden: readSvg(garden),
  outdoors: readSvg(outdoors),
  table: readSvg(table),
  stage: readSvg(stage),
};
export type SceneName = keyof typeof SCENES;

/** The pictures of the niches. `hero` fills the space behind a headline; otherwise a banner shows the right part. */
export function Scene({ name, label, hero = false }: { name: SceneName; label: string; hero?: boolean }) {
  return (
    <InlineSvg
      svg={SCENES[name]}
      label={label}
      {...(!hero && { viewBox: "700 250 740 420" })}
      preserveAspectRatio={hero ? "xMaxYMax slice" : "xMidYMax slice"}
      className={classes(
        hero
          ? "absolute inset-x-0 bottom-0 -z-10 h-[540px] w-full max-lg:[mask-image:linear-gradient(transparent,black_5rem)] lg:h-full"
          : "h-36 w-full rounded-card sm:h-44",
      )}
    />
  );
}
