import { PHOTOS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import type { Photo } from "@serenade/contract/photos";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, Link, useNavigate, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { TextBadge } from "~/ui/badge.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { useFocusFallback } from "~/ui/focus-fallback.ts";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { SoftImage } from "~/ui/soft-image.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { AddPhoto } from "./add-photo.tsx";
import { useReadyPhotos } from "./photo-actions.ts";
import { usePhotoOrder } from "./photo-drag.ts";
import { moveFields } from "./photo-order.ts";
import { useSharedPhoto } from "./shared-photo.ts";

const SLOTS = 6;

/** Own photos in slots: the first one large, each with a menu; ordered by drag, by keyboard or in the menu. Works without script. */
export function PhotoOrganizer({ photos, error }: { photos: Photo[]; error: string | undefined }) {
  const t = useTranslations("profile.photos");
  const e = useTranslations("errors");
  const toast = useToast();
  const premium = useUser()?.paid_user ?? false;
  const scripted = useMounted();
  useReadyPhotos(photos);
  const max = premium ? PHOTOS_PREMIUM : PHOTOS_FREE;
  const { shown, dragged, list, handlers, onKeyDown } = usePhotoOrder(photos);
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, photos.length);
  const ordered = photos.length > 1 && scripted;
  const isFull = photos.length >= max;
  const [shared, setShared] = useState<File | null>(null);
  useSharedPhoto((photo) => (isFull ? toast({ text: e("photo_limit"), variant: "danger" }) : setShared(photo)));
  const empty = Math.max(0, Math.min(SLOTS, max) - photos.length - 1);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      <p role="status" className={classes("text-sm text-ink-soft", photos.length === 0 && "sr-only")}>
        {photos.length === 0 ? t("empty") : t("count", { count: String(photos.length), max: String(max) })}
        {ordered && ` · ${t("order_hint")}`}
      </p>
      <ul ref={list} {...handlers} className="photo-slots">
        {shown.map((photo, at) => (
          <li key={photo.id} data-photo={photo.id} className={classes(dragged === photo.id && "opacity-60")}>
            <OwnPhoto
              photo={photo}
              photos={shown}
              number={at + 1}
              onKeyDown={ordered ? (event) => onKeyDown(event, photo.id) : undefined}
            />
          </li>
        ))}
        {!isFull && (
          <li>
            <AddPhoto error={error} small={photos.length > 0} shared={shared} />
          </li>
        )}
        {Array.from({ length: empty }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty places have no other name
          <li key={at} aria-hidden className="aspect-4/5 rounded-card border-2 border-dashed border-line bg-sunken" />
        ))}
      </ul>
      <RemoveDialog
        photos={photos}
        focusAfter={(id) => list.current?.querySelector<HTMLElement>(`[data-photo="${id}"] summary`) ?? place.current}
      />
      {isFull ? (
        <div className="grid justify-items-start gap-2 text-sm text-ink-soft">
          <p>{premium ? t("full_premium") : t("full")}</p>
          {!premium && (
            <LinkButton to={paths.premium()} variant="quiet" size="small" icon="crown">
              {t("full_on", { max: String(PHOTOS_PREMIUM) })}
            </LinkButton>
          )}
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{t("kinds")}</p>
      )}
    </div>
  );
}

function OwnPhoto({
  photo,
  photos,
  number,
  onKeyDown,
}: {
  photo: Photo;
  photos: Photo[];
  number: number;
  /** Of the handle; without it there is none. */
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
}) {
  const t = useTranslations("profile.photos");
  const p = useTranslations("photos");
  const cdn = useSettings()?.cdn_prefix ?? "";
  return (
    <>
      <div className="relative">
        <div className="overflow-hidden rounded-card bg-sunken shadow-card">
          <SoftImage
            hash={photo.thumbhash}
            src={cdn + photo.thumb_filename}
            alt={t("alt", { number: String(number) })}
            width={400}
            height={500}
            draggable={false}
            className={classes("aspect-4/5 w-full object-cover", photo.status === "refused" && "opacity-40")}
          />
          <span className="absolute inset-x-2 top-2 flex">
            {photo.status !== "active" ? (
              <TextBadge variant="warning">{p(photo.status)}</TextBadge>
            ) : (
              photo.main && <TextBadge>{t("main")}</TextBadge>
            )}
          </span>
          {onKeyDown && (
            <button
              type="button"
              data-handle
              aria-label={t("reorder", { number: String(number) })}
              title={t("reorder", { number: String(number) })}
              onKeyDown={onKeyDown}
              className={classes(
                "photo-control absolute bottom-0 left-0 cursor-grab touch-none active:cursor-grabbing",
                // on the narrowest phones a small photo has room for its menu only, which moves it too
                number > 1 && "max-[22rem]:hidden",
              )}
            >
              <Icon name="menu" className="" />
            </button>
          )}
        </div>
        <PhotoMenu photo={photo} photos={photos} number={number} />
      </div>
      {photo.refused_for && <p className="mt-1 text-sm text-ink-soft">{p(`refused_${photo.refused_for}`)}</p>}
    </>
  );
}

function PhotoMenu({ photo, photos, number }: { photo: Photo; photos: Photo[]; number: number }) {
  const t = useTranslations("profile.photos");
  const p = useTranslations("photos");
  const name = String(number);
  const [search] = useSearchParams();
  const address = new URLSearchParams(search);
  address.set("remove", photo.id);
  const inFirstColumn = number > 3 && number % 3 === 1;
  return (
    <div className="absolute right-0 bottom-0">
      <Menu
        label={t("options", { number: name })}
        align={inFirstColumn ? "start" : "end"}
        triggerClassName="photo-control"
        trigger={<Icon name="dots" className="" />}
      >
        {!photo.main && photo.status === "active" && (
          <MenuForm icon="star" label={t("make_main")} fields={{ intent: "main", photo_id: photo.id }}>
            {t("make_main")}
          </MenuForm>
        )}
        {number > 1 && (
          <MenuForm
            icon="chevron-left"
            label={p("earlier", { number: name })}
            fields={moveFields(photos, photo, number - 1)}
          >
            {p("earlier", { number: name })}
          </MenuForm>
        )}
        {number < photos.length && (
          <MenuForm
            icon="chevron-right"
            label={p("later", { number: name })}
            fields={moveFields(photos, photo, number + 1)}
          >
            {p("later", { number: name })}
          </MenuForm>
        )}
        <Link
          to={`?${address}`}
          preventScrollReset
          replace
          aria-label={`${t("remove")}: ${t("alt", { number: name })}`}
          className={classes(menuItemClasses, "text-danger-text")}
        >
          <Icon name="trash" className="size-5" />
          {t("remove")}
        </Link>
      </Menu>
    </div>
  );
}

function MenuForm({
  icon,
  label,
  fields,
  children,
}: {
  icon: string;
  label: string;
  fields: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" aria-label={label} className={menuItemClasses}>
        <Icon name={icon} className="size-5" />
        {children}
      </button>
    </Form>
  );
}

/** Asks before a photo is deleted: in a dialog, without script below the photos. */
function RemoveDialog({
  photos,
  focusAfter,
}: {
  photos: Photo[];
  focusAfter: (id: Photo["id"]) => HTMLElement | null;
}) {
  const t = useTranslations("profile.photos");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const scripted = useMounted();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const photo = photos.find(({ id }) => id === search.get("remove"));
  const others = new URLSearchParams([...search].filter(([name]) => name !== "remove"));
  const last = useRef(photo);
  useEffect(() => {
    if (photo) last.current = photo;
  });
  const shown = photo ?? last.current; // while the dialog closes
  const content = shown && (
    <div className="grid gap-4">
      <img
        src={cdn + shown.thumb_filename}
        alt=""
        width={400}
        height={500}
        className="mx-auto aspect-4/5 w-32 rounded-card object-cover"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="photo_id" value={shown.id} />
          <Button type="submit" name="intent" value="remove" variant="danger" wide>
            {t("remove_yes")}
          </Button>
        </Form>
        <LinkButton to={`?${others}`} preventScrollReset replace variant="quiet" wide>
          {t("remove_no")}
        </LinkButton>
      </div>
    </div>
  );
  if (!scripted)
    return (
      photo && (
        <div className="grid gap-4 rounded-card border border-line bg-raised p-5">
          <h3 className="text-lg">{t("remove_ask")}</h3>
          {content}
        </div>
      )
    );
  return (
    <Modal
      open={photo !== undefined}
      onClose={() => void navigate(`?${others}`, { preventScrollReset: true, replace: true })}
      title={t("remove_ask")}
      closeLabel={t("remove_no")}
      focusAfter={() => shown && focusAfter(shown.id)}
    >
      {content}
    </Modal>
  );
}
