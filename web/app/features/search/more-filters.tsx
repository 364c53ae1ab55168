import { NEAR_KM } from "@serenade/contract/search";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { Checkbox, Chips } from "~/ui/choice.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Icon } from "~/ui/icon.tsx";
import { LIST_NAMES, LISTS, useListLabels } from "./lists.ts";
import { useOffered } from "./offered.ts";
import type { Search } from "./search.ts";

/** A list of more values takes the whole width. */
const WIDE = 25;

/** Further filters, collapsed: chips below show the active ones. "Near" and "both ways" need a member. */
export function MoreFilters({ search }: { search: Search }) {
  const t = useTranslations("search.filters");
  const labels = useListLabels();
  const member = Boolean(useUser());
  const offers = useOffered();
  if (!["near", "photo", "online", "mutual", ...LIST_NAMES].some(offers)) return null;
  const { near, photo, online, mutual } = search;
  return (
    <details className="group/more col-span-full lg:-mt-2 lg:not-open:-mb-3">
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-control pr-3 font-semibold text-link">
        <Icon name="plus" className="size-5 group-open/more:hidden" />
        <Icon name="minus" className="hidden size-5 group-open/more:block" />
        {t("more")}
      </summary>
      <div className="grid gap-5 pt-3 lg:grid-cols-2">
        <div className="grid content-start gap-2">
          {member && offers("near") && (
            <SelectField name="near" label={t("near")} hint={t("near_hint")} defaultValue={near ? String(near) : ""}>
              <option value="">{t("near_any")}</option>
              {NEAR_KM.map((km) => (
                <option key={km} value={km}>
                  {t("near_option", { km: String(km) })}
                </option>
              ))}
            </SelectField>
          )}
          {offers("photo") && <Checkbox name="photo" value="true" label={t("photo")} defaultChecked={photo} />}
          {offers("online") && <Checkbox name="online" value="true" label={t("online")} defaultChecked={online} />}
          {member && offers("mutual") && (
            <Checkbox name="mutual" value="true" label={t("mutual")} defaultChecked={mutual} />
          )}
          {!member && (offers("near") || offers("mutual")) && <p className="text-sm text-ink-soft">{t("login")}</p>}
        </div>
        {LIST_NAMES.filter(offers).map((name) => (
          <div key={name} className={LISTS[name].length > WIDE ? "lg:col-span-2" : ""}>
            <Chips
              legend={labels[name].title}
              name={name}
              choices={LISTS[name].map((value) => ({
                value,
                label: labels[name].label(value),
                ...(name === "interests" && { icon: `interest-${value}` }),
              }))}
              defaultValues={search[name] ?? []}
            />
          </div>
        ))}
      </div>
    </details>
  );
}
