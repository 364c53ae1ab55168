import type { ReactNode } from "react";

export function CenteredHeading({ title, lead }: { title: ReactNode; lead: ReactNode }) {
  return (
    <div className="grid gap-1 text-center">
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-soft">{lead}</p>
    </div>
  );
}
