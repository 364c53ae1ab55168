import { expect, test } from "vitest";
import { proveLedger } from "../../modules/credits/queries.ts";
import { testApp } from "../../test/app.ts";
import { CHAT_PICTURES, priceOf, withAttachments } from "./attachments.ts";
import { fillDemo } from "./fill.ts";
import { DEMO_LOGINS } from "./logins.ts";
import { demoMember } from "./people.ts";
import { demoLikes, demoTalks } from "./relations.ts";
import type { Resident } from "./rows.ts";

const residents: Resident[] = Array.from({ length: 600 }, (_, number) => {
  const member = demoMember(number);
  const login = DEMO_LOGINS.find((one) => one.number === number);
  const premium = login?.premium ?? member.premium;
  return {
    ...member,
    id: number + 1,
    photo: null,
    thumbhash: null,
    last_active: "",
    created_at: "",
    premium,
    confirmed: login?.confirmed ?? true,
    credits: premium ? 120 : 30,
  };
});
const talks = withAttachments(demoTalks(demoLikes(residents)));
const attached = talks.flatMap(({ starter, other, lines }) =>
  lines.flatMap(({ from, attached }) => (attached ? [{ from, to: from === starter ? other : starter, attached }] : [])),
);

test("are the same every time", () => {
  expect(withAttachments(demoTalks(demoLikes(residents)))).toEqual(talks);
});

test("each printed login finds a gift, and a picture where it was printed", () => {
  const gotBy = (email: string, kind: "gift" | "picture") => {
    const { number } = DEMO_LOGINS.find((login) => login.email === email)!;
    return attached.filter(({ to, attached }) => to.number === number && kind in attached).length;
  };
  for (const email of ["free@example.test", "premium@example.test"]) {
    expect(gotBy(email, "gift"), email).toBeGreaterThan(0);
    expect(gotBy(email, "picture"), email).toBeGreaterThan(0);
  }
  const pictures = attached.flatMap(({ attached }) => ("picture" in attached ? [attached.picture] : []));
  expect(pictures.sort()).toEqual(Array.from({ length: CHAT_PICTURES }, (_, at) => at));
});

test("are a few, and each is covered by its sender.s balance", () => {
  expect(attached.length).toBeGreaterThan(10);
  expect(attached.length).toBeLessThan(talks.length / 2);
  const spent = new Map<Resident, number>();
  for (const line of talks.flatMap(({ lines }) => lines))
    spent.set(line.from, (spent.get(line.from) ?? 0) + priceOf(line));
  for (const [resident, credits] of spent) expect(credits, resident.name).toBeLessThanOrEqual(resident.credits);
});

test("a filled community holds every proof, and each attachment is a message that was paid", async () => {
  const { app, close } = await testApp();
  try {
    await fillDemo(app, { site: 1, count: 600 });
    expect(Object.values(await proveLedger(app.db)).every((wrong) => wrong === 0)).toBe(true);
    const { rows } = await app.db.raw(
      `select m.kind, count(*)::int as sent, count(l.seq)::int as paid, count(g.id)::int as gifts, count(p.id)::int as pictures
         from messages m
         left join ledger l on l.site_id = 1 and l.member_id = m.sender_id and l.ref = m.id
                           and l.kind = case m.kind when 0 then 1 when 1 then 5 else 6 end
         left join gifts g on g.sender_id = m.sender_id and g.gift = m.body and g.created_at = m.created_at
         left join chat_photos p on p.id = m.photo_id and p.message_id = m.id and p.status = 'active'
        group by m.kind order by m.kind`,
    );
    const [texts, pictures, gifts] = rows as Record<string, number>[];
    expect(texts).toMatchObject({ kind: 0, paid: texts!.sent, gifts: 0, pictures: 0 });
    expect(pictures).toMatchObject({ kind: 1, sent: CHAT_PICTURES, paid: CHAT_PICTURES, pictures: CHAT_PICTURES });
    expect(gifts).toMatchObject({ kind: 2, paid: gifts!.sent, gifts: gifts!.sent });
  } finally {
    await close();
  }
});
