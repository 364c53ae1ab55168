import { PHOTOS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import { type Photo, PhotoApi } from "@serenade/contract/photos";
import { useEffect, useRef } from "react";
import { Form, Link, useRevalidator, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { useLive } from "~/platform/live.ts";
import { useSettings } from "~/root-data.ts";
import { TextBadge } from "~/ui/badge.tsx";
import { Button, buttonClasses, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { useFocusFallback } from "~/ui/focus-fallback.ts";
import { Icon } from "~/ui/icon.tsx";
import { SoftImage } from "~/ui/soft-image.tsx";
import { AddPhoto } from "./add-photo.tsx";
import { PhotoSlots } from "./photo-slots.tsx";

const ASK_AGAIN_MS = 3_000;

/** Own photos: add, choose the main one, delete after a confirmation. Every button is a form. */
export function Photos({
  photos,
  error,
  brief = false,
}: {
  photos: Photo[];
  error: string | undefined;
  /** In sign-up: photos are only added and deleted. */
  brief?: boolean;
}) {
  const t = useTranslations("profile.photos");
  const premium = useUser()?.paid_user ?? false;
  useReadyPhotos(photos);
  const max = premium ? PHOTOS_PREMIUM : PHOTOS_FREE;
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, photos.length);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      <p role="status" className={classes("text-ink-soft", brief && photos.length === 0 && "sr-only")}>
        {photos.length === 0 ? t("empty") : t("count", { count: String(photos.length), max: String(max) })}
      </p>
      {brief ? (
        <PhotoSlots slots={Math.min(max, PHOTOS_FREE)}>
          {photos.map((photo, at) => (
            <OwnPhoto key={photo.id} photo={photo} number={at + 1} count={photos.length} brief />
          ))}
          {photos.length < max && <AddPhoto key="add" error={error} small={photos.length > 0} />}
        </PhotoSlots>
      ) : (
        <ul className={photos.length === 0 ? "grid max-w-[240px]" : "grid grid-cols-2 gap-3 sm:grid-cols-3"}>
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <OwnPhoto photo={photo} number={at + 1} count={photos.length} />
            </li>
          ))}
          {photos.length < max && (
            <li>
              <AddPhoto error={error} />
            </li>
          )}
        </ul>
      )}
      {photos.length < max ? (
        <p className="text-sm text-ink-soft">{t("kinds")}</p>
      ) : (
        <div className="grid justify-items-start gap-2 text-sm text-ink-soft">
          <p>{premium ? t("full_premium") : t("full")}</p>
          {!premium && (
            <LinkButton to={paths.premium()} variant="quiet" size="small" icon="crown">
              {t("full_on", { max: String(PHOTOS_PREMIUM) })}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}

/** A photo is processed shortly after its upload: the live event announces it, and polling covers a lost event. */
export function useReadyPhotos(photos: Photo[]) {
  const { revalidate } = useRevalidator();
  useLive("photo", () => void revalidate());
  const waiting = photos.some(({ status }) => status === "pending");
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(revalidate, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}

function OwnPhoto({
  photo,
  number,
  count,
  brief = false,
}: {
  photo: Photo;
  number: number;
  count: number;
  brief?: boolean;
}) {
  const t = useTranslations("profile.photos");
  const p = useTranslations("photos");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const [search] = useSearchParams();
  const others = [...search].filter(([name]) => name !== "remove");
  const confirming = search.get("remove") === photo.id;
  const trash = useRef<HTMLAnchorElement>(null);
  const wasConfirming = useRef(confirming);
  // the confirmation takes the focus and returns it on cancel
  useEffect(() => {
    if (wasConfirming.current && !confirming) trash.current?.focus();
    wasConfirming.current = confirming;
  }, [confirming]);
  return (
    <div className="relative grid gap-2">
      <div className="relative overflow-hidden rounded-card bg-sunken shadow-card">
        <SoftImage
          hash={photo.thumbhash}
          src={cdn + photo.thumb_filename}
          alt={t("alt", { number: String(number) })}
          width={400}
          height={500}
          className={classes("aspect-4/5 w-full object-cover", photo.status === "refused" && "opacity-40")}
        />
        {photo.main && (
          <span className="absolute top-2 left-2">
            <TextBadge>{t("main")}</TextBadge>
          </span>
        )}
        {photo.status !== "active" && (
          <span className="absolute top-2 left-2">
            <TextBadge variant="warning">{p(photo.status)}</TextBadge>
          </span>
        )}
        {confirming && <ConfirmRemove photo={photo} cancelTo={`?${new URLSearchParams(others)}`} />}
      </div>
      {photo.refused_for && <p className="text-sm text-ink-soft">{p(`refused_${photo.refused_for}`)}</p>}
      <div className={brief ? "absolute top-1 right-1" : "grid grid-cols-2 gap-1 sm:flex sm:flex-wrap"}>
        {!brief && number > 1 && (
          <MoveButton
            photo={photo}
            to={number - 1}
            icon="chevron-left"
            label={p("earlier", { number: String(number) })}
          />
        )}
        {!brief && number < count && (
          <MoveButton
            photo={photo}
            to={number + 1}
            icon="chevron-right"
            label={p("later", { number: String(number) })}
          />
        )}
        {!brief && !photo.main && photo.status === "active" && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="photo_id" value={photo.id} />
            <Button
              type="submit"
              name="intent"
              value="main"
              variant="quiet"
              size="small"
              icon="star"
              title={t("make_main")}
              aria-label={t("make_main")}
              className="px-3! max-sm:w-full"
            />
          </Form>
        )}
        <Link
          ref={trash}
          to={`?${new URLSearchParams([...others, ["remove", photo.id]])}`}
          preventScrollReset
          replace
          title={t("remove")}
          aria-label={`${t("remove")}: ${t("alt", { number: String(number) })}`}
          className={
            brief
              ? "grid size-11 place-items-center rounded-full bg-black/60 text-white"
              : buttonClasses({ variant: "quiet", size: "small" }, "px-3! max-sm:w-full justify-center")
          }
        >
          <Icon name="trash" className="size-5" />
        </Link>
      </div>
    </div>
  );
}

function MoveButton({ photo, to, icon, label }: { photo: Photo; to: number; icon: string; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="photo_id" value={photo.id} />
      <input type="hidden" name="order" value={to} />
      <Button
        type="submit"
        name="intent"
        value="move"
        variant="quiet"
        size="small"
        icon={icon}
        title={label}
        aria-label={label}
        className="px-3! max-sm:w-full"
      />
    </Form>
  );
}

/** The confirmation, over its photo. */
function ConfirmRemove({ photo, cancelTo }: { photo: Photo; cancelTo: string }) {
  const t = useTranslations("profile.photos");
  const no = useRef<HTMLAnchorElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <div className="absolute inset-0 grid content-center gap-2 bg-black/75 p-3 text-center text-sm text-white">
      <p role="alert">{t("remove_ask")}</p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="photo_id" value={photo.id} />
        <Button type="submit" name="intent" value="remove" variant="danger" size="small" wide>
          {t("remove_yes")}
        </Button>
      </Form>
      <LinkButton ref={no} to={cancelTo} preventScrollReset replace variant="quiet" size="small" wide>
        {t("remove_no")}
      </LinkButton>
    </div>
  );
}

/** The actions of these buttons, and the upload of a form without script. */
export async function changePhotos(call: Call, fields: FormData) {
  const id = String(fields.get("photo_id")) as Photo["id"];
  switch (fields.get("intent")) {
    case "main":
      await call(PhotoApi.change, { body: { id, main: true, order: 1 } });
      return "made_main" as const;
    case "move":
      await call(PhotoApi.change, { body: { id, order: Number(fields.get("order")) } });
      if (fields.has("main_id"))
        await call(PhotoApi.change, { body: { id: String(fields.get("main_id")) as Photo["id"], main: true } });
      return "moved" as const;
    case "remove":
      await call(PhotoApi.remove, { body: { id } });
      return "removed" as const;
    default:
      await call(PhotoApi.upload, { body: fields });
      return "uploaded" as const;
  }
}

export const isAboutPhotos = (fields: FormData) =>
  ["photo", "main", "move", "remove"].includes(String(fields.get("intent")));
