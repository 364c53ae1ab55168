import {
  Children,
  type ComponentProps,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from "react";
import { Scripts, type ScriptsProps } from "react-router";
import startLate from "~/inline-scripts/start-late.ts?inline-script";
import { InlineScript } from "~/platform/inline-script.tsx";
import { LATE_SCRIPT } from "~/platform/late-start.ts";

type PageScriptsProps = ScriptsProps & {
  /** Start with the first interaction instead of at once. */
  late: boolean;
};

/**
 * React Router's scripts; on a visitor's page they wait for the first interaction (decision 072). On every page a click that
 * comes before React is held and repeated.
 */
export function PageScripts({ late, ...props }: PageScriptsProps) {
  const scripts = Scripts(props);
  if (!scripts || import.meta.env.DEV) return scripts;
  return (
    <>
      {shortened(scripts, late)}
      <InlineScript code={startLate} />
    </>
  );
}

/** The elements of `Scripts`, the list of routes without its indentation; `late` without preloads and with an inert module. */
function shortened(node: ReactNode, late: boolean): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement(child)) return child;
    const element = child as ReactElement<ComponentProps<"script">>;
    if (element.type === Fragment) return shortened(element.props.children, late);
    if (element.type === "link") return late ? null : element;
    if (element.props.type !== "module") return element;
    const code = String(element.props.dangerouslySetInnerHTML?.__html).replace(/\n\s+/g, "");
    return cloneElement(element, {
      dangerouslySetInnerHTML: { __html: code },
      ...(late && { type: "text/plain", id: LATE_SCRIPT, async: undefined }),
    });
  });
}
