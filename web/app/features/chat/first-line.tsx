import type { User } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import type { MemberProfile } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import { storePayingFor } from "~/features/payments/paying-for.ts";
import { paths } from "~/paths.ts";
import { call, randomKey } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useSettings } from "~/root-data.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { MessagePrice } from "./message-price.tsx";

/** What the line is about, as the other member reads it above the line. */
export type About = { kind: "photo"; src: string } | { kind: "answer"; prompt: string; text: string };

/**
 * A button on a photo or an answer of a profile: likes the member with a first line about it. The line is the first message, with
 * its rules and its price; without a line it is a like. Only for members who have not written to each other.
 */
export function FirstLineButton({
  profile,
  about,
  className,
}: {
  profile: MemberProfile;
  about: About;
  className?: string;
}) {
  const t = useTranslations("chat.first_line");
  const user = useUser();
  const [open, setOpen] = useState(false);
  if (!user || user.id === profile.id || profile.conversation || profile.blocked || profile.fictional) return null;
  const { name } = profile;
  const label = about.kind === "photo" ? t("open_photo", { name }) : t("open_answer", { name });
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
        className={classes(
          "move grid size-12 place-items-center rounded-full bg-raised text-ink shadow-float hover:bg-sunken active:scale-90",
          className,
        )}
      >
        <Icon name="message" />
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title={label} closeLabel={t("close")}>
        <LineForm own={user} profile={profile} about={about} />
      </Modal>
    </>
  );
}

function LineForm({ own, profile, about }: { own: User; profile: MemberProfile; about: About }) {
  const t = useTranslations("chat.first_line");
  const b = useTranslations("chat.broke");
  const most = useSettings()?.message_length ?? 1_000;
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const attempt = useRef({ line: "", key: "" });
  const quote = about.kind === "photo" ? t("about_photo") : `“${about.prompt} ${about.text}”`;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (line: string) => {
      // the same line again is the same message; an edited one is not
      if (attempt.current.line !== line) attempt.current = { line, key: randomKey() };
      const { key } = attempt.current;
      await call(LikesApi.like, { body: { id: profile.id } });
      return call(ChatApi.send, { body: { client_id: key, profile: profile.id, message: `${quote}\n${line}` }, key });
    },
    onSuccess: ({ conversation }) => navigate(paths.chat(conversation)),
    onSettled: () => client.invalidateQueries({ queryKey: likesKey }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const line = String(new FormData(event.currentTarget).get("line")).trim();
    if (line && !isPending) mutate(line);
  };
  const broke = isCallFailure(error) && error.code === "not_enough_credits";
  return (
    <form onSubmit={submit} className="grid gap-4">
      {about.kind === "photo" ? (
        <img src={about.src} alt="" className="max-h-60 w-full rounded-card bg-sunken object-cover" />
      ) : (
        <blockquote className="rounded-card bg-sunken px-4 py-3">
          <p className="text-sm text-ink-soft">{about.prompt}</p>
          <p lang={profile.locale ?? ""} className="font-medium wrap-anywhere">
            {about.text}
          </p>
        </blockquote>
      )}
      <TextareaField
        name="line"
        label={t("label")}
        rows={3}
        maxLength={Math.max(1, most - quote.length - 1)}
        left={(count) => t("left", { count })}
        required
      />
      <FormMessage>{error && errorMessage(error)}</FormMessage>
      <div className="flex items-center justify-end gap-4">
        <MessagePrice own={own} fictional={profile.fictional} />
        {broke ? (
          <LinkButton
            to={own.paid_user ? paths.credits() : paths.premium()}
            variant="call"
            icon="coin"
            onClick={() => storePayingFor(own.id, { name: profile.name, path: paths.memberChat(profile.id) })}
          >
            {b("credits")}
          </LinkButton>
        ) : (
          <Button type="submit" variant="call" icon="heart" busy={isPending}>
            {t("send")}
          </Button>
        )}
      </div>
    </form>
  );
}
