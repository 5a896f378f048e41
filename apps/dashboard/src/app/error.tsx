"use client";

import { PageTitle } from "../shared/page-title.tsx";

/** A fault of the dashboard itself; failures of the API never come this far. */
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
