import { redirect } from "react-router";
import { paths } from "~/paths.ts";

/** Another app shared a photo before the service worker was ready to receive it: it can be chosen on the profile. */
export const loader = () => redirect(paths.profile());
export const action = loader;
