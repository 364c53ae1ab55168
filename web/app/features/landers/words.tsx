import type { ReactNode } from "react";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import styles from "./landers.css?url";
import type { Lander } from "./use-lander.ts";

/** The head of a lander's page: title, description and the landers' styles, which no other page needs. */
export function LanderHead({ lander }: { lander: Lander }) {
  return (
    <>
      <PageTitle description={lander.lead}>{lander.title}</PageTitle>
      <link rel="stylesheet" href={styles} precedence="landers" />
    </>
  );
}

/** The niche's sentence, the title, the lead, and what follows them: by default the way to sign-up. */
export function Words({ lander, children }: { lander: Lander; children?: ReactNode }) {
  return (
    <div className="lander-words">
      <p className="lander-line">{lander.line}</p>
      <h1>{lander.title}</h1>
      <p className="lander-lead">{lander.lead}</p>
      {children ?? (
        <LinkButton to={lander.signup} variant="call" size="large">
          {lander.button}
        </LinkButton>
      )}
    </div>
  );
}
