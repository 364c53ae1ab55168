/** Names of files. */
import type { Check } from "./sources.ts";

const EMPTY = /(^|\/)(utils?|helpers?|common|misc|manager|service|index)\.tsx?$/;

/** Names without a subject attract unrelated code. */
export const checkNames: Check = (sources) =>
  sources
    .filter(({ file }) => EMPTY.test(file))
    .map(({ file }) => ({ file, why: "this name has no subject; name it" }));

const OF_A_MODULE = /\/(tables|queries|commands|rules|present|gateway|routes)(\.test)?\.ts$/;
/** Components of emails, bundled by tools/build-mails.ts; one file each, as in web/. */
const MAIL_TEMPLATES = "server/modules/mail/templates/";

/** Modules have a closed list of file names, so that every kind of code has one place; subfolders too. */
export const checkModuleFiles: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("server/modules/") && !file.startsWith(MAIL_TEMPLATES))
    .filter(({ file }) => !OF_A_MODULE.test(file))
    .map(({ file }) => ({ file, why: "not in the closed list of file names of a module (docs/architecture.md)" }));
