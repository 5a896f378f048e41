import type { Metadata } from "next";
import { feeds } from "../api/resources.ts";
import { toFeedMetadata } from "../api/service-urls.ts";
import { OverviewPage } from "../features/overview/overview-page.tsx";
import { overviewQueries } from "../features/overview/overview-queries.ts";
import { WithAnswers } from "../server/with-answers.tsx";

export function generateMetadata(): Metadata {
  return toFeedMetadata({ feed: feeds.filings, title: "All filings" });
}

export default function Page() {
  return (
    <WithAnswers resources={Object.values(overviewQueries)}>
      <OverviewPage />
    </WithAnswers>
  );
}
