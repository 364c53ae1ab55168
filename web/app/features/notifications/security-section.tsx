import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Card } from "~/ui/card.tsx";

/** One subject of the settings; `id` is where links into the page lead. */
export function SecuritySection({
  id,
  title,
  lead,
  children,
}: {
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <Card {...(id && { id })} className="scroll-mt-20">
      <section className="grid gap-5">
        <div className="grid gap-1">
          <h2 className="text-lg">{title}</h2>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** Whether the form with this intent is under way: the page holds several. */
export function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
