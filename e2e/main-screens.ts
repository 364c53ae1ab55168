/** The six main screens of a member who has likes, a match and a conversation, all with people of the test. */
import { expect, type Page } from "@playwright/test";
import { joinByApi, type Newcomer, newcomer, writeTo } from "./people.ts";

export interface MainScreens {
  search: string;
  profile: string;
  chat: string;
  likes: string;
  credits: string;
  settings: string;
}

/** Logs a new member in to `page`. Everybody is `age` years old: above 75 the search shows none of the demo community. */
export async function makeMainScreens(
  page: Page,
  visitor: () => Promise<Page>,
  url: string,
  age = 98,
): Promise<MainScreens> {
  const born = `${new Date().getFullYear() - age - 1}-12-31`;
  const join = (one: Page, person: Newcomer) => joinByApi(one, url, person, "NZ", born);
  const headers = { origin: url, "x-request-type": "client" };
  const his = await visitor();
  const [anneke, anton, arend] = [
    newcomer("Anneke", "Woman", "Men"),
    newcomer("Anton", "Man", "Women"),
    newcomer("Arend", "Man", "Women"),
  ];
  const herId = await join(page, anneke);
  const arendsId = await join(his, arend);
  const like = async (by: Page, id: string) =>
    expect((await by.request.post("/api/like.php", { headers, data: { id } })).ok()).toBe(true);
  await like(his, herId);
  await like(page, arendsId);
  const antonsId = await join(his, anton);
  const answers = [{ prompt: "sunday", text: "starts with coffee in bed" }];
  const profile = {
    about: "Two bicycles, one cat, and far too many cookbooks.",
    answers,
    interests: ["hiking", "wine"],
    attributes: { relationship_status: "single", body_type: "athletic" },
  };
  expect((await his.request.put("/api/profile.php", { headers, data: profile })).ok()).toBe(true);
  await like(his, herId);
  const { body } = await writeTo(his, url, herId, "Good evening. Which book is on your table?");
  const { status } = await writeTo(page, url, antonsId, "One about bicycles, and yours?");
  expect(status).toBe(201);
  await his.goto("about:blank");
  return {
    search: `/members?country=NZ&min_age=${age}&max_age=${age}`,
    profile: `/members/${antonsId}`,
    chat: `/chats/${body.conversation}`,
    likes: "/likes",
    credits: "/credits/p1",
    settings: "/notifications/privacy",
  };
}
