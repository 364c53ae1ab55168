/** Names of files. */
import type { Check } from "./sources.ts";

const EMPTY = /(^|\/)(utils?|helpers?|common|misc|manager|service|index)\.tsx?$/;

/** Names that say nothing hide what does not belong together. */
export const checkNames: Check = (sources) =>
  sources
    .filter(({ file }) => EMPTY.test(file))
    .map(({ file }) => ({ file, why: "this name says nothing; name the subject" }));

const OF_A_MODULE = /\/(tables|queries|commands|rules|present|gateway|routes|jobs)(\.test)?\.ts$/;
/** Components of mails, bundled by tools/build-mails.ts; one file each, as in the web. */
const MAIL_TEMPLATES = "server/modules/mail/templates/";

/** server/modules/<noun>/ has a closed list of file names, so that a newcomer knows where any line lives. A sub-concern repeats it. */
export const checkModuleFiles: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("server/modules/") && !file.startsWith(MAIL_TEMPLATES))
    .filter(({ file }) => !OF_A_MODULE.test(file))
    .map(({ file }) => ({ file, why: "not in the closed list of file names of a module (docs/architecture.md)" }));
