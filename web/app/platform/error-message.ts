import { useTranslations } from "use-intl/react";
import { isCallFailure } from "./call-failure.ts";

/** Why an action failed, for a toast or an alert: the API's message, else a general one. */
export function useErrorMessage(): (error: unknown) => string {
  const t = useTranslations("errors");
  return (error) => {
    if (!isCallFailure(error)) return t("internal");
    return error.message || t(error.code === "network" ? "network" : "internal");
  };
}
