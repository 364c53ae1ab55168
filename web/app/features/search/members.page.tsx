import { useTranslations } from "use-intl/react";
import { Soon } from "~/features/dev/soon.tsx";

export default function Page() {
  return <Soon title={useTranslations("shell.pages")("members")} />;
}
