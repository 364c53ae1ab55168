/** Features import neither one another, so that one can be removed, nor the layers above them. The lists name the exceptions. */
import type { Finding, Source } from "./sources.ts";

/** Components of one feature that others use. */
const SHARED_PARTS: string[] = [
  // the cached queries that other features read and invalidate
  "web/app/features/account/queries.ts",
  "web/app/features/chat/queries.ts",
  "web/app/features/likes/queries.ts",
  "web/app/features/account/credential-fields.tsx", // the settings ask for passwords and codes as login does
  "web/app/features/account/signup-prompt.ts", // members-only actions open sign-up
  "web/app/features/attribution/attribution.ts", // links and forms of visitors carry the campaign
  "web/app/features/push/ask-moment.ts", // the first message sent is the moment to ask
  "web/app/features/push/push.ts", // turned on and off in the settings
  "web/app/features/push/push-state.ts", // shown in the settings
  "web/app/features/members/member-card.tsx", // a member in any list
  "web/app/features/members/fictional-badge.tsx", // wherever a fictional profile is shown
  // gifts are sent and shown on profiles and in chats
  "web/app/features/gifts/gift-dialog.tsx",
  "web/app/features/gifts/gift-picture.tsx",
  "web/app/features/gifts/gifts-received.tsx",
  "web/app/features/gifts/give-button.tsx",
  "web/app/features/profile/upload.ts", // uploads to a profile or into a chat
  "web/app/features/payments/paying-for.ts", // the conversation that credits are bought for
  "web/app/features/chat/first-line.tsx", // on photos and answers of a profile
  "web/app/features/likes/like-button.tsx", // the like button wherever a member is shown
  "web/app/features/likes/swipeable.tsx", // the lander with three cards
  "web/app/features/likes/likes-sent.ts", // sign-up ends with likes in bulk
  "web/app/features/likes/seen-like.ts", // opening a profile clears its new-like flag
  "web/app/features/moderation/report-dialog.tsx", // wherever a member is shown
  "web/app/features/members/block-dialog.tsx",
  "web/app/features/members/shown-to-visitors.ts", // the home page and the landers show who chose to be seen
  "web/app/features/home/start-form.tsx", // landers end in it
  "web/app/features/home/scene.tsx", // sign-up shows the picture of its niche, as the home page does
  "web/app/features/search/finder-answers.ts", // sign-up returns to the match finder
  "web/app/features/members/member-blocked.tsx", // what blocked members see
  "web/app/features/members/member-blocker.ts",
  // sign-up has the sections of the profile page as steps
  "web/app/features/profile/about.tsx",
  "web/app/features/profile/answers.tsx",
  "web/app/features/profile/personal.tsx",
  "web/app/features/profile/photo-actions.ts",
  "web/app/features/profile/photo-organizer.tsx",
  "web/app/features/profile/place.tsx",
  "web/app/features/profile/read.ts",
  "web/app/features/profile/typed-place.ts",
];

/** Components of the shell that pages use in their content: its title, the logo over a form, the choices in the settings. */
const SHELL_PARTS: string[] = [
  "web/app/shell/page-title.tsx",
  "web/app/shell/site-mark.tsx",
  "web/app/shell/theme-switcher.tsx",
  "web/app/shell/locale-names.ts",
];

const HERE = "tools/check-house/features.ts";
const featureOf = (file: string) => /^web\/app\/features\/([a-z-]+)\//.exec(file)?.[1];
const isAbove = (file: string) => /^web\/app\/(shell|layouts)\//.test(file);

/** An unused exception is a finding too: it would hide the next import. */
export function checkFeatures(sources: Source[], parts: string[] = [...SHARED_PARTS, ...SHELL_PARTS]): Finding[] {
  const findings: Finding[] = [];
  const needed = new Set<string>();
  for (const { file, imports } of sources) {
    const from = featureOf(file);
    if (!from) continue;
    for (const target of imports) {
      const to = featureOf(target);
      if (!isAbove(target) && (!to || to === from)) continue;
      needed.add(target);
      if (parts.includes(target)) continue;
      const why = isAbove(target)
        ? "features are below shell and layouts"
        : `it belongs to another feature; move it, or list it in SHARED_PARTS of ${HERE} with its reason`;
      findings.push({ file, why: `imports ${target}: ${why}` });
    }
  }
  for (const part of parts)
    if (!needed.has(part)) findings.push({ file: HERE, why: `${part} is imported by no other feature; remove it` });
  return findings;
}
