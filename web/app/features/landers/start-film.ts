/** On a page: before React by the inline script, and by React where the page was opened by a navigation. Does nothing the second time. */

interface Connection {
  saveData?: boolean;
}

/**
 * Plays a film (film.tsx) while it is in sight. It does not start by itself where motion is not wanted or data is saved; the button
 * starts and pauses it (WCAG 2.2.2).
 */
export function startFilm(film: HTMLElement): void {
  const video = film.querySelector("video");
  const button = film.querySelector("button");
  if (!video || !button || film.dataset.started) return;
  film.dataset.started = "yes";
  video.controls = false;
  video.muted = true;
  let wanted = !isCalm() && !savesData();
  let inSight = false;
  const update = () => {
    if (wanted && inSight) video.play().catch(() => {});
    else video.pause();
  };
  const show = () => {
    film.dataset.film = video.paused ? "paused" : "playing";
    button.setAttribute("aria-label", (video.paused ? button.dataset.play : button.dataset.pause) ?? "");
  };
  for (const name of ["play", "pause"]) video.addEventListener(name, show);
  video.addEventListener("playing", () => film.setAttribute("data-shown", ""), { once: true });
  button.addEventListener("click", () => {
    wanted = video.paused;
    update();
  });
  // on a busy page several changes come at once, the newest last
  new IntersectionObserver((changes) => {
    inSight = changes.at(-1)?.isIntersecting === true;
    update();
  }).observe(film);
  show();
}

const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;
