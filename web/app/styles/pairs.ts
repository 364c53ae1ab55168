/** Which text (or edge) is on which ground, and the contrast that WCAG 2.2 AA requires: text 4.5, large text and controls 3. */
export const pairs: readonly (readonly [front: string, ground: string, least: 4.5 | 3])[] = [
  ...["ground", "surface", "sunken", "raised"].flatMap(
    (ground) =>
      [
        ["ink", ground, 4.5],
        ["ink-soft", ground, 4.5],
        ["link", ground, 4.5],
        ["danger-text", ground, 4.5],
        ["control", ground, 3],
        ["focus", ground, 3],
      ] as const,
  ),
  ["on-primary", "primary", 4.5],
  ["on-primary-strong", "primary-strong", 4.5],
  ["on-primary-strong", "primary-strong-hover", 4.5],
  ["on-primary-soft", "primary-soft", 4.5],
  ["ink", "primary-soft", 4.5],
  ["on-secondary", "secondary", 4.5],
  ["on-secondary", "secondary-hover", 4.5],
  ["on-secondary-soft", "secondary-soft", 4.5],
  ...["rose", "gold", "green", "lilac", "teal", "coral"].flatMap(
    (accent) =>
      [
        [`on-${accent}`, accent, 4.5],
        [`on-${accent}`, `${accent}-hover`, 4.5],
        [accent, "night", 3],
      ] as const,
  ),
  ["on-success-soft", "success-soft", 4.5],
  ["on-info-soft", "info-soft", 4.5],
  ["on-warning", "warning", 4.5],
  ["on-warning-soft", "warning-soft", 4.5],
  ["on-danger-strong", "danger-strong", 4.5],
  ["on-danger-soft", "danger-soft", 4.5],
  ["dark", "light", 4.5],
  ["on-night", "night", 4.5],
  ["on-night-soft", "night", 4.5],
  ["secondary", "night", 3],
  ["success", "surface", 3],
  ["info", "surface", 3],
  ["danger", "surface", 3],
  ["primary-strong", "ground", 3],
];
