/** Limits per member: photos, likes per day, moves per day, saved searches; and two simultaneous likes. */
import { LikesApi, SwipeGameApi } from "@serenade/contract/likes";
import { PHOTOS_FREE, SAVED_SEARCHES, SWIPE_LIKES_PER_DAY } from "@serenade/contract/limits";
import { ProfileApi } from "@serenade/contract/members";
import { PhotoApi } from "@serenade/contract/photos";
import { SavedSearchApi } from "@serenade/contract/search";
import { PlacesApi } from "@serenade/contract/site";
import { pictureOf } from "../../server/test/photo-corpus.ts";
import { concurrently, expectAnswers, expectCount, type Race } from "./stage.ts";

const MOVES_A_DAY = 3;

export const swipe: Race = async (stage) => {
  const { runners, others, browser } = stage;
  const swiper = browser(runners.swiper);
  const answers = await concurrently(stage.many, (n) =>
    swiper.call(SwipeGameApi.swipe, { body: { id: others[n]!.id as never, liked: true } }),
  );
  expectAnswers(stage, "likes of the swipe game", answers, SWIPE_LIKES_PER_DAY, ["swipe_limit_reached"]);
  return async (app) => {
    const likes = "select count(*) from likes where site_id = 1 and liker_id = $1";
    await expectCount(stage, app, "likes of a day", SWIPE_LIKES_PER_DAY, likes, [runners.swiper.number]);
  };
};

export const upload: Race = async (stage) => {
  const { runners, browser } = stage;
  const poster = browser(runners.poster);
  const pictures = await concurrently(stage.many, (n) => pictureOf(10_000 + n));
  const answers = await concurrently(stage.many, (n) => poster.upload(PhotoApi.upload, pictures[n]!));
  expectAnswers(stage, "photos of a free member", answers as never, PHOTOS_FREE, ["photo_limit", "too_many_requests"]);
  return async (app) => {
    const photos = "select count(*) from photos where site_id = 1 and member_id = $1";
    await expectCount(stage, app, "photos", PHOTOS_FREE, photos, [runners.poster.number]);
  };
};

/** Each to another place, all at once. */
export const move: Race = async (stage) => {
  const { runners, browser } = stage;
  const traveller = browser(runners.traveller);
  const places = await Promise.all(
    ["NL-GR", "NL-FR", "NL-ZE", "NL-LI"].map(async (countryregion) => {
      const { cities } = (await traveller.call(PlacesApi.cities, { query: { countryregion } })).body;
      return cities.map(({ name }) => ({ country: "NL" as const, countryregion, city: name }));
    }),
  );
  const towns = places.flatMap((one) => one.slice(0, stage.many / places.length));
  const answers = await concurrently(towns.length, (n) =>
    traveller.call(ProfileApi.change, { body: { location: towns[n]! } }),
  );
  // a move to the current cell does not count, so more than three may be accepted
  const good = answers.filter(({ status }) => status === 200).length;
  expectAnswers(stage, "moves to another place", answers, Math.max(good, MOVES_A_DAY), ["place_limit"]);
  return async (app) => {
    const moves = "select count(*) from cell_moves where site_id = 1 and member_id = $1";
    await expectCount(stage, app, "moves of a day", MOVES_A_DAY, moves, [runners.traveller.number]);
  };
};

export const saveSearches: Race = async (stage) => {
  const { runners, browser } = stage;
  const searcher = browser(runners.searcher);
  const save = (n: number) =>
    searcher.call(SavedSearchApi.save, { body: { query: `min_age=${20 + n}`, alert: false } });
  expectAnswers(stage, "saved searches", await concurrently(stage.many, save), SAVED_SEARCHES, [
    "saved_search_limit",
    "too_many_requests",
  ]);
  return async (app) => {
    const saved = "select count(*) from saved_searches where site_id = 1 and member_id = $1";
    await expectCount(stage, app, "searches saved", SAVED_SEARCHES, saved, [runners.searcher.number]);
  };
};

/** Pairs like each other simultaneously, new pairs in every round: one of the two answers is the match. */
export const mutualLike: Race = async (stage) => {
  const { others, browser, round, report } = stage;
  const half = stage.many / 2;
  const pairs = Array.from({ length: half }, (_, n) => [others[n]!, others[half + ((n + round) % half)]!] as const);
  const answers = await concurrently(stage.many, (n) => {
    const [one, other] = pairs[n >> 1]!;
    const [liker, liked] = n % 2 ? [one, other] : [other, one];
    return browser(liker).call(LikesApi.like, { body: { id: liked.id as never } });
  });
  expectAnswers(stage, "likes both ways", answers, stage.many, []);
  let matches = 0;
  for (const [n, [one, other]] of pairs.entries()) {
    const made = answers.slice(2 * n, 2 * n + 2).filter(({ body }) => body.match).length;
    if (made !== 1) report.wrong(`likes both ways, round ${round}: ${made} of two answers are the match`);
    matches += made;
    for (const [viewer, shown] of [
      [one, other],
      [other, one],
    ] as const) {
      const { profiles } = (await browser(viewer).call(LikesApi.list)).body;
      if (!profiles.find(({ id }) => id === (shown.id as never))?.match)
        report.wrong(`likes both ways, round ${round}: one of the two has no match`);
    }
  }
  report.figure("matches of simultaneous likes", matches);
  return async (app) => {
    const ids = pairs.map((pair) => pair.map(({ number }) => number));
    const likes = `select count(*) from likes l where site_id = 1 and exists (select from jsonb_array_elements($1::jsonb) p
      where (p->>0)::bigint in (l.liker_id, l.liked_id) and (p->>1)::bigint in (l.liker_id, l.liked_id))`;
    await expectCount(stage, app, "likes of the pairs", stage.many, likes, [JSON.stringify(ids)]);
  };
};
