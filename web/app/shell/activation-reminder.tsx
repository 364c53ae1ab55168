import { useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { activationReminder } from "./alert-rules.ts";
import { useOpenRoute } from "./open-route.ts";

/** An alert; a modal when sign-up has just been completed on a smartphone (§4 Activation reminder). */
export function ActivationReminder() {
  const t = useTranslations("alerts.reminder");
  const user = useUser();
  const route = useOpenRoute();
  const [search, setSearch] = useSearchParams();
  const { hash } = useLocation();
  const smartphone = useSmartphone();
  const shown = activationReminder(route, user, { smartphone, signupComplete: search.has("api_signup_complete") });
  if (!user || shown === "none") return null;
  const open = shown === "modal";
  const close = () =>
    setSearch(
      (now) => {
        now.delete("api_signup_complete");
        return now;
      },
      { replace: true, preventScrollReset: true, state: { hash } },
    );
  const how = (
    <LinkButton
      to={paths.completeSignup({ step: "confirm" })}
      variant={open ? "call" : "quiet"}
      size="small"
      wide={open}
    >
      {t("how")}
    </LinkButton>
  );
  if (!open) {
    return (
      <Alert brief variant="warning" title={t("title")} action={how}>
        {t("text", { email: user.email })}
      </Alert>
    );
  }
  return (
    <Modal open onClose={close} title={t("title")} closeLabel={t("close")}>
      <div className="grid justify-items-center gap-4 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
          <Icon name="mail" className="size-8" />
        </span>
        <p className="break-words">{t("text", { email: user.email })}</p>
        {how}
      </div>
    </Modal>
  );
}

const SMALL = "(max-width: 575.98px)";

/** A small touch screen. */
function useSmartphone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(SMALL);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(SMALL).matches && navigator.maxTouchPoints > 0,
    () => false,
  );
}
