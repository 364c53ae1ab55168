import { useTranslations } from "use-intl/react";
import { isCallFailure } from "./call-failure.ts";

/** Why a single action did not work, for a toast or an alert: the API's own words, else ours. */
export function useFailureWords(): (error: unknown) => string {
  const t = useTranslations("errors");
  return (error) => {
    if (!isCallFailure(error)) return t("internal");
    return error.message || t(error.code === "network" ? "network" : "internal");
  };
}
