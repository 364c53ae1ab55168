/** Members' profiles (§2 Profile view, §6). */
import { GENDERS, type Gender } from "@serenade/contract/attributes";
import { MemberApi } from "@serenade/contract/members";
import { type Call, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { listShownToVisitors } from "../account/preferences/queries.ts";
import { seeLike } from "../likes/commands.ts";
import { takeViewOfDay } from "../members/commands.ts";
import { presentShown } from "../members/photos/present.ts";
import { presentCard, presentCards, presentInterests, presentLanguages, presentVisible } from "../members/present.ts";
import { getDetails, getMember } from "../members/queries.ts";
import { gendersOf, PROFILE_VIEWS, wasRecentlyActive } from "../members/rules.ts";
import type { CardRow, DetailsRow, ListedCardRow } from "../members/tables.ts";
import { inCountry, ofAges, ofGenders } from "../search/filters/rules.ts";
import { listMembers } from "../search/queries.ts";
import { getSite } from "../site/queries.ts";
import { mayVisitorSearch } from "../site/visitors/rules.ts";
import { getProfile } from "./queries.ts";
import { inBoth, photosShown } from "./rules.ts";

const RELATED = 6;

export const profileRoutes = [on(MemberApi.read, "anyone", profile, { limit: PROFILE_VIEWS })];

async function profile(call: Call<typeof MemberApi.read>) {
  const { db, site, member, query } = call;
  await takeViewOfDay(call);
  const viewing = { ids: call.ids, now: call.clock.now() };
  const { settings } = await getSite(call, site.id);
  if (!member && !mayVisitorSearch(settings, query, call.request.cookies)) throw new Refusal("authentication_required");
  const { card, details, photos, gifts, match, blocked, conversation, locale } = await getProfile(
    call,
    site.id,
    member?.id ?? 0,
    query.id,
  );
  const own = member && member.id !== card.id ? await getDetails(db, site.id, member.id) : null;
  const others = await related(call, card, member ? (own ?? details) : null);
  if (member) await seeLike(call, site.id, member.id, query.id);
  // a visitor sees members who opted in, and the others after login
  const ids = [card, ...others].map(({ id }) => id);
  const open = member ? new Set(ids) : await listShownToVisitors(db, site.id, ids);
  if (!open.has(card.id)) throw new Refusal("authentication_required");
  const shown = photosShown(photos, card.main_photo_id, member && { ...member, own: member.id === query.id });
  const notes = settings.visible_profile_notes.includes("about");
  return {
    profile: {
      ...presentCard(card, viewing),
      about: notes ? details.about : "",
      answers: notes ? details.answers : [],
      locale,
      recently: wasRecentlyActive(card.last_active, viewing.now),
      shared: presentShared(details, own),
      attributes: presentVisible(details, settings.visible_profile_fields),
      interests: presentInterests(details),
      languages: presentLanguages(details),
      photos: shown.map(({ photo, blurred }) => presentShown(photo, blurred, call.ids)),
      gifts: member ? gifts : [],
      match,
      blocked,
      conversation,
    },
    related: presentCards(
      others.filter(({ id }) => open.has(id)),
      viewing,
    ),
  };
}

/** What a member has in common with the viewer; nothing for a visitor and on one's own profile. */
const presentShared = (details: DetailsRow, viewer: DetailsRow | null) => ({
  interests: viewer ? inBoth(presentInterests(details), presentInterests(viewer)) : [],
  languages: viewer ? inBoth(presentLanguages(details), presentLanguages(viewer)) : [],
});

/** Members that the viewer's own search would find, from the place and near the age of the one on screen. */
async function related(call: Call, card: CardRow, seek: DetailsRow | null): Promise<ListedCardRow[]> {
  const { db, site, member, clock } = call;
  const wanted: Gender[] = member ? gendersOf((await getMember(db, site.id, member.id)).looking_for) : [...GENDERS];
  const ages = ofAges(seek?.seek_min_age, seek?.seek_max_age, clock.iso());
  const page = { site: site.id, viewer: member?.id ?? 0, limit: RELATED, offset: 0, now: clock.now() };
  return listMembers(call, [inCountry(card.country), ofGenders(wanted), ages], page, [card.id]);
}
