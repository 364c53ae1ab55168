import { data } from "react-router";

/** Every unknown URL: the layout shows the error page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
