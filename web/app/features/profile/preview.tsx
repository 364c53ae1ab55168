import type { OwnProfile } from "@serenade/contract/members";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { LinkButton } from "~/ui/button.tsx";
import { FactChip } from "~/ui/choice.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { ageOf } from "./age.ts";

const FEW = 6;

/** What others see first, beside the form on a desk; with what is typed but not saved yet. */
export function ProfilePreview({
  profile,
  draft,
}: {
  profile: OwnProfile;
  draft: Pick<OwnProfile, "about" | "interests">;
}) {
  const t = useTranslations("profile");
  const i = useTranslations("interests");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const language = useUser()?.language;
  const photo = profile.photos.find(({ main }) => main);
  return (
    <aside aria-label={t("preview_title")} className="hidden lg:sticky lg:top-24 lg:grid lg:gap-4 lg:self-start">
      <p className="text-sm font-semibold text-ink-soft">{t("preview_title")}</p>
      <PhotoFrame
        name={profile.name}
        src={photo && cdn + photo.thumb_filename}
        hash={photo?.thumbhash}
        eager
        caption={
          <>
            <p className="text-lg font-semibold">
              {profile.name}, {ageOf(profile.date_of_birth)}
            </p>
            <p className="text-sm">{profile.city}</p>
          </>
        }
      />
      {draft.about && (
        <p lang={language} className="line-clamp-4 break-words whitespace-pre-line">
          {draft.about}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {draft.interests.slice(0, FEW).map((value) => (
          <FactChip key={value} icon={`interest-${value}`}>
            {i(value)}
          </FactChip>
        ))}
      </div>
      <LinkButton to={paths.member(profile.id)} variant="quiet" icon="eye">
        {t("preview")}
      </LinkButton>
    </aside>
  );
}
