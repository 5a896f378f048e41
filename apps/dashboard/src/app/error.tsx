"use client";

import { PageTitle } from "../shared/page/page-title.tsx";

/** Shown for a fault of the dashboard itself; the pages handle failures of the API. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <>
      <PageTitle lead="The fault is the dashboard’s, not the register’s.">
        This page could not be shown
      </PageTitle>
      <button type="button" onClick={reset} className="link font-medium">
        Try again
      </button>
    </>
  );
}
