import { type Block, PagesApi } from "@serenade/contract/pages";
import { data } from "react-router";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { StructuredData } from "~/ui/structured-data.tsx";
import type { Route } from "./+types/page.page";
import { textOf } from "./blocks.tsx";
import { PageFrame } from "./page-frame.tsx";

/** A longer address is no page of the site. */
const LONGEST_TOKEN = 60;

export const handle: PageHandle = { storedSeconds: 60 };

/** A static page, built in or the site's own (§2 Static pages); the address is its token. */
export async function loader(visit: Route.LoaderArgs) {
  const { token = new URL(visit.request.url).pathname.slice(1) } = visit.params as { token?: string };
  if (token.length > LONGEST_TOKEN) throw data(null, { status: 404 });
  return { page: await loaderApi(visit)(PagesApi.read, { query: { token } }) };
}

export default function Page({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageFrame page={page}>{page.token === "faq" && <StructuredData data={questionsOf(page.blocks)} />}</PageFrame>
  );
}

/** Each heading of the third level is a question; the paragraphs after it are its answer. */
function questionsOf(blocks: readonly Block[]): object {
  const questions: { name: string; answer: string[] }[] = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 3) questions.push({ name: textOf(block.spans), answer: [] });
    else if (block.kind === "paragraph") questions.at(-1)?.answer.push(textOf(block.spans));
  }
  const mainEntity = questions.map(({ name, answer }) => ({
    "@type": "Question",
    name,
    acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
  }));
  return { "@type": "FAQPage", mainEntity };
}
