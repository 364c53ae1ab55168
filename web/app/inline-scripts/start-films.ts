/** Inlined behind a lander's film: it plays before React, which waits for the first interaction (decision 072). */
import { startFilm } from "../features/landers/start-film.ts";

for (const film of document.querySelectorAll<HTMLElement>("[data-film]")) startFilm(film);
