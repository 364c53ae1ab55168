import { type SavedSearch, SavedSearchApi } from "@serenade/contract/search";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/choice.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useFilterLabels } from "./filter-labels.ts";
import type { Places } from "./places.ts";
import { queryOf, type Search, searchOf } from "./search.ts";

/** Saves the form's search, or removes a saved one. */
export async function changeSaved(call: Call, request: Request) {
  const fields = await request.formData();
  const id = fields.get("forget") as SavedSearch["id"] | null;
  try {
    if (id) {
      await call(SavedSearchApi.remove, { body: { id } });
      return { done: "removed" as const };
    }
    await call(SavedSearchApi.save, { body: { query: String(fields.get("query")), alert: fields.has("alert") } });
    return { done: "done" as const };
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

interface Frame {
  search: Search;
  searches: SavedSearch[];
  places: Places;
  /** The action's result. */
  answer: unknown;
}

/** The member's saved searches and a form to save this one; collapsed, so that results come first. */
export function SavedSearches({ search, searches, places, answer }: Frame) {
  const t = useTranslations("search.saved");
  const { page: _, ...query } = queryOf(search);
  const text = new URLSearchParams(query as Record<string, string>).toString();
  const busy = useNavigation().formData?.has("query");
  const [open, setOpen] = useState(false);
  const error = isFormFailure(answer) ? answer.message : undefined;
  const done = !error && (answer as { done: "done" | "removed" } | undefined)?.done;
  return (
    <details
      open={open || answer !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/saved rounded-card border border-line bg-surface open:col-span-2 lg:col-start-2 lg:row-start-2 lg:open:col-start-1 lg:open:row-start-3"
    >
      <summary className="flex min-h-12 cursor-pointer lg:not-group-open/saved:min-h-10 items-center gap-2 rounded-card px-4 font-medium">
        <Icon name="bell" className="size-5" />
        <span className="max-lg:group-not-open/saved:sr-only">{t("title")}</span>
        {searches.length > 0 && <span className="text-ink-soft">({searches.length})</span>}
      </summary>
      <div className="grid gap-4 px-4 pb-4">
        {searches.length > 0 && (
          <ul className="grid">
            {searches.map((one) => (
              <Saved key={one.id} saved={one} places={places} />
            ))}
          </ul>
        )}
        <Form method="post" preventScrollReset className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <input type="hidden" name="query" value={text} />
          <Checkbox name="alert" label={t("alert")} />
          <Button type="submit" variant="quiet" busy={Boolean(busy)}>
            {t("save")}
          </Button>
        </Form>
        <div role="status" className="empty:hidden">
          {error && <Alert variant="danger">{error}</Alert>}
          {done && <Alert variant="success">{t(done)}</Alert>}
        </div>
      </div>
    </details>
  );
}

function Saved({ saved, places }: { saved: SavedSearch; places: Places }) {
  const t = useTranslations("search.saved");
  const search = searchOf(new URLSearchParams(saved.query));
  const { labels } = useFilterLabels({ search, places });
  const summary = Object.values(labels).filter(Boolean).join(" · ") || t("everybody");
  return (
    <li className="flex items-center gap-3 border-b border-line py-1 last:border-0">
      <Link to={paths.members(queryOf(search))} className="flex min-h-11 min-w-0 flex-1 items-center">
        {summary}
      </Link>
      <span className="shrink-0 text-sm text-ink-soft">{t(saved.alert ? "alert_on" : "alert_off")}</span>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="forget" value={saved.id} />
        <Button
          type="submit"
          variant="quiet"
          size="small"
          icon="trash"
          aria-label={t("remove", { search: summary })}
          title={t("remove", { search: summary })}
          className="px-3!"
        />
      </Form>
    </li>
  );
}
