/** What a profile lacks that the member was not reminded of often enough. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Lack } from "../../mail/rules.ts";

/** A photo that is being checked is not missing. The step of the email link is handled by its own reminder on the site. */
const lacks = read<{ site: number; member: number; times: number }, { lacks: Lack["lack"][] }>(
  `select array(
            select l.lack
              from (values (1, 'steps', a.signup_step is not null and a.signup_step <> 'confirm'),
                           (2, 'photo', m.main_photo_id is null
                                          and not exists (select from photos p where p.site_id = $site and p.member_id = $member
                                                             and p.status in ('pending', 'active'))),
                           (3, 'about', d.about = ''),
                           (4, 'interests', cardinality(d.interests) = 0)) l (place, lack, missing)
             where l.missing and not exists (select from reminded_lacks r
                                              where r.site_id = $site and r.member_id = $member and r.lack = l.lack and r.times >= $times::int)
             order by l.place) as lacks
     from members m
     join accounts a on a.site_id = m.site_id and a.member_id = m.id
     join member_details d on d.site_id = m.site_id and d.member_id = m.id
    where m.site_id = $site and m.id = $member`,
);

/** With what the member was reminded of often enough. */
const ANY = 1_000;

/** Without what the member was reminded of `times` times. */
export const listLacks = async (db: Queries, site: number, member: number, times = ANY) =>
  (await db.one(lacks, { site, member, times }))?.lacks ?? [];
