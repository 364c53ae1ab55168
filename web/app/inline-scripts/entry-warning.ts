/**
 * Makes the site-entry warning modal before React runs: the page behind it cannot be reached, and the focus is in it. An installed app
 * has no warning (§2). Without script the warning covers the page.
 */
const warning = document.getElementById("entry-warning") as HTMLDialogElement | null;

function show(): void {
  if (warning?.isConnected && !warning.open) warning.showModal();
}

if (warning) {
  warning.close();
  if (!matchMedia("(display-mode: standalone)").matches) {
    show();
    // a browser closes a dialog at the second Escape, whatever the page says
    warning.addEventListener("close", show);
  }
}
