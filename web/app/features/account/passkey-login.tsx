import type { User } from "@serenade/contract/account";
import { PasskeyApi } from "@serenade/contract/factors";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { useMounted } from "~/ui/mounted.ts";

/** Login with a passkey: by the button, or by the browser's autofill in the email field. */
export function PasskeyLogin({ next }: { next: (user: User) => string }) {
  const t = useTranslations("factors.passkey");
  const errorMessage = useErrorMessage();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const scripted = useMounted();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const logIn = async (offered: boolean) => {
    const { startAuthentication, WebAuthnError } = await import("@simplewebauthn/browser");
    try {
      if (!offered) setBusy(true);
      const { options } = await call(PasskeyApi.startLogin, { query: { login: "1" }, body: {} });
      const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: offered });
      setBusy(true);
      const answered = { response: response as never };
      const { user } = await call(PasskeyApi.logIn, { query: { login: "1" }, body: answered });
      await revalidate();
      await navigate(next(user), { replace: true });
    } catch (error) {
      // the user closed the browser's dialog: no error to show
      const left = error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
      const aside = offered && error instanceof WebAuthnError;
      if (!left && !aside) setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const offer = useEffectEvent(() => void logIn(true));
  useEffect(() => {
    let here = true;
    window.PublicKeyCredential?.isConditionalMediationAvailable?.().then(
      (can) => can && here && offer(),
      () => {},
    );
    return () => {
      here = false;
      // a pending autofill request would outlive this page
      void import("@simplewebauthn/browser").then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, []);

  // rendered by the server too, where it starts the page's script; the browser knows whether it can
  if (scripted && !window.PublicKeyCredential) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-5 [@media(scripting:none)]:hidden">
      <Button
        variant="quiet"
        size="large"
        icon="shield"
        wide
        busy={busy}
        onClick={() => {
          setProblem("");
          void logIn(false);
        }}
      >
        {t("login")}
      </Button>
      <FormMessage>{problem}</FormMessage>
    </div>
  );
}
