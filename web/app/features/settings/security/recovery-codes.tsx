import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { useToast } from "~/ui/toasts.tsx";

/** Shown only once: the server stores hashes. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations("factors.recovery");
  const toast = useToast();
  const scripted = useMounted();
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast({ text: t("copied"), variant: "success" }),
      () => toast({ text: t("not_copied"), variant: "danger" }),
    );
  return (
    <Card className="grid gap-5">
      <Alert variant="success" title={t("title")} announce>
        {t("text")}
      </Alert>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-control bg-sunken p-4 text-center font-mono text-base min-[340px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-3">
        {scripted && (
          <Button variant="quiet" icon="download" wide onClick={copy}>
            {t("copy")}
          </Button>
        )}
        <LinkButton to={paths.settings("security")} wide>
          {t("done")}
        </LinkButton>
      </div>
    </Card>
  );
}
