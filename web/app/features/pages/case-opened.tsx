import { useTranslations } from "use-intl/react";
import { Alert } from "~/ui/alert.tsx";

/** The number of a case, after a complaint or a question was received. */
export function CaseOpened({ number, title }: { number: string; title: string }) {
  const t = useTranslations("pages");
  return (
    <Alert variant="success" title={title} announce>
      <p>
        {t.rich("case", {
          number,
          code: (chunks) => <strong className="whitespace-nowrap tabular-nums">{chunks}</strong>,
        })}
      </p>
    </Alert>
  );
}
