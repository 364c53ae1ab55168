import { Link } from "react-router";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** Pages as links: 1 … 4 5 6 … 20. */
export function Pagination({
  label,
  page,
  pages,
  href,
  previous,
  next,
}: {
  label: string;
  page: number;
  pages: number;
  href: (page: number) => string;
  previous: string;
  next: string;
}) {
  if (pages < 2) return null;
  const cell = "grid size-11 place-items-center rounded-control text-sm font-semibold tabular-nums no-underline";
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link to={href(page - 1)} rel="prev" aria-label={previous} className={classes(cell, "hover:bg-sunken")}>
          <Icon name="chevron-left" className="size-5" />
        </Link>
      )}
      {shownPages(page, pages).map((item) =>
        item < 0 ? (
          <span key={item} aria-hidden className="grid h-11 w-6 place-items-center text-ink-soft">
            …
          </span>
        ) : (
          <Link
            key={item}
            to={href(item)}
            aria-current={item === page ? "page" : undefined}
            className={classes(
              cell,
              item === page ? "bg-primary-strong text-on-primary-strong" : "hover:bg-sunken",
              ![1, page, pages].includes(item) && "max-sm:hidden",
            )}
          >
            {item}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={href(page + 1)} rel="next" aria-label={next} className={classes(cell, "hover:bg-sunken")}>
          <Icon name="chevron-right" className="size-5" />
        </Link>
      )}
    </nav>
  );
}

/** First, last and the neighbours of the current page; a negative number is a gap. */
function shownPages(page: number, pages: number): number[] {
  const visible = [1, page - 1, page, page + 1, pages].filter((item) => item >= 1 && item <= pages);
  const sorted = [...new Set(visible)].sort((a, b) => a - b);
  return sorted.flatMap((item, at) => (at > 0 && item - sorted[at - 1]! > 1 ? [-item, item] : [item]));
}
