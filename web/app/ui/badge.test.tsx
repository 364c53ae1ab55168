import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CountBadge } from "./badge.tsx";

const shown = (count: number) =>
  /<span aria-hidden="true">([^<]*)</.exec(renderToStaticMarkup(<CountBadge count={count} label="unread" />))?.[1];

// spec: 2.nav.messages, 9.badges
it("a badge is hidden at 0, counts to 99, and is 99+ above", () => {
  expect([0, 1, 99, 100, 5_000].map(shown)).toEqual([undefined, "1", "99", "99+", "99+"]);
});
