/**
 * What is shown if showing the error page itself fails (§2): nothing in it is looked up, translated or computed, so that it
 * cannot fail too. In English, as the source has it.
 */
import { Component, type ReactNode } from "react";

const TEXT = "An error occurred while showing the error page";
const HOME = "Go back home";

/** In the browser: in place of an error page that throws. */
export class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main
        id="content"
        lang="en"
        className="page grid min-h-dvh place-content-center justify-items-center gap-6 py-16 text-center"
      >
        <title>{TEXT}</title>
        <h1 className="text-xl sm:text-2xl">{TEXT}</h1>
        <a href="/" className="button min-h-11 bg-primary-strong px-6 text-on-primary-strong">
          {HOME}
        </a>
      </main>
    );
  }
}

/** From the server, which renders no boundary: a document of its own, with the style sheet of the offline page. */
export const lastResortDocument = (theme: "light" | "dark" | undefined): string => `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${TEXT}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/offline.css">
</head>
<body>
<main>
<h1>${TEXT}</h1>
<a href="/">${HOME}</a>
</main>
</body>
</html>
`;
