/** Which push services exist (design: Fizzy's allow-list). An endpoint elsewhere would make this server call it. */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  "notify.windows.com",
];

/** https, no port, no user, and exactly one of the known hosts or below one. */
export function isPushHost(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return PUSH_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
