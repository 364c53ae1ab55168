import { SIGNUP_MATCHES } from "@serenade/contract/limits";
import { useEffect, useEffectEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useToast } from "~/ui/toasts.tsx";
import { LIKES_SENT } from "./likes-sent.ts";

/** Confirms likes in bulk on the page that follows, whichever it is, and removes the parameter. */
export function SentToast() {
  const t = useTranslations("likes");
  const toast = useToast();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const count = Number(new URLSearchParams(search).get(LIKES_SENT));
  const confirm = useEffectEvent(() => {
    const rest = new URLSearchParams(search);
    rest.delete(LIKES_SENT);
    toast({
      text: t("sent_many", { count }),
      variant: "success",
      action: (
        <Link to={paths.likesOf("sent")} className="text-link font-semibold">
          {t("see_sent")}
        </Link>
      ),
    });
    void navigate({ search: String(rest), hash }, { replace: true, preventScrollReset: true });
  });
  // more than the form can send is an invented address
  const sent = Number.isInteger(count) && count > 0 && count <= SIGNUP_MATCHES;
  useEffect(() => {
    if (sent) confirm();
  }, [sent]);
  return null;
}
