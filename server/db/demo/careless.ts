/**
 * Members who left out every optional field, and members at the limits: no region, no town, no photo, no text, no
 * interests, no likes, an unconfirmed address, the youngest and the oldest, the only one in a country, names and texts
 * in every script. They are part of every generated population, so that production is not the first to meet them.
 */
import { GENDERS, type Gender } from "@serenade/contract/attributes";
import type { Interest } from "@serenade/contract/interests";
import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import { COUNTRIES, type Country } from "@serenade/contract/locales";
import { birthRange } from "../../modules/members/rules.ts";

export interface Careless {
  name: string;
  email: string;
  gender: Gender;
  looking_for: Gender[];
  /** YYYY-MM-DD for a sign-up today. */
  date_of_birth: (today: string) => string;
  country: Country;
  /** Empty if not given. */
  countryregion: string;
  city: string;
  about: string;
  interests: Interest[];
  confirmed: boolean;
}

/** Old enough for sign-up, and older than the upper limit of any search. */
const OLDEST_OF_ALL = 119;

const SCRIPTS: [name: string, about: string][] = [
  ["Анна Ольга", "Люблю долгие прогулки и тихие вечера."],
  ["Μαρία", "Μου αρέσει η θάλασσα το φθινόπωρο."],
  ["ليلى", "أحب القراءة والمشي قرب البحر."],
  ["נועה", "אוהבת לבשל ולטייל בהרים."],
  ["प्रिया", "मुझे संगीत और लंबी यात्राएँ पसंद हैं।"],
  ["สมหญิง", "ชอบทำอาหารและเดินเล่นตอนเย็น"],
  ["王小明", "喜歡爬山，也喜歡安靜地喝茶。"],
  ["さくら", "映画と散歩が好きです。"],
  ["지민이", "음악과 여행을 좋아해요."],
  ["ნინო", "მიყვარს მთები და წიგნები."],
  ["Արմեն", "Սիրում եմ երաժշտություն։"],
  ["ሰላም ወርቅ", "ቡና እና ሙዚቃ እወዳለሁ።"],
  ["Nguyễn Thị", "Tôi thích nấu ăn và đọc sách."],
  ["Þórdís Ægir", "Ég les mikið á veturna. 🎈👩‍👩‍👧"],
];

const SAYS_NOTHING = { countryregion: "", city: "", about: "", interests: [], confirmed: true };
const aged = (years: number) => (today: string) => birthRange(years, years, today).from;

const PEOPLE: (Partial<Careless> & { name: string })[] = [
  { name: "Nena Zonder" },
  { name: "Maartje Kok", country: "NL", countryregion: "NL-NH" },
  { name: "Sascha Lind", about: "Ask me." },
  { name: "Bruno Maes", interests: ["wine"] },
  { name: "Tineke Bos", confirmed: false },
  { name: "Kerstin Wolf", confirmed: false, country: "DE", countryregion: "DE-BE", about: "Hello." },
  { name: "Nova Berg", date_of_birth: (today) => birthRange(MIN_AGE, MIN_AGE, today).to },
  { name: "Gerrit Smit", date_of_birth: aged(MAX_AGE) },
  { name: "Wilhelmina Bakker", date_of_birth: aged(OLDEST_OF_ALL) },
  { name: "Linde Marte", date_of_birth: () => "1996-02-29" },
  ...SCRIPTS.map(([name, about]) => ({ name, about })),
];

export const CARELESS: readonly Careless[] = PEOPLE.map((person, at) => ({
  email: `careless${at}@example.test`,
  gender: GENDERS[at % GENDERS.length]!,
  looking_for: [GENDERS[(at + 1) % GENDERS.length]!],
  date_of_birth: aged(20 + at),
  // from the end of the list, so that some are alone in theirs
  country: COUNTRIES.at(-1 - (at % COUNTRIES.length))!,
  ...SAYS_NOTHING,
  ...person,
}));
