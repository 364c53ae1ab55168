import { Outlet } from "react-router";
import { PageTitle } from "~/shell/page-title.tsx";

/** Stands in for a page of the list of routes until its feature is written. */
export function Soon({ title }: { title: string }) {
  return (
    <div className="page py-10">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl">{title}</h1>
      <Outlet />
    </div>
  );
}
