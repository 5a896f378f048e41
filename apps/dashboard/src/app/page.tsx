import type { Metadata } from "next";
import { feeds, resources } from "../api/resources.ts";
import { toFeedMetadata } from "../api/service-urls.ts";
import { OverviewPage } from "../features/overview/overview-page.tsx";
import { WithAnswers } from "../server/with-answers.tsx";

export function generateMetadata(): Metadata {
  return toFeedMetadata({ feed: feeds.filings, title: "All filings" });
}

export default function Page() {
  return (
    <WithAnswers resources={[resources.detailedStats, resources.revenueAggregate, resources.newestAgents]}>
      <OverviewPage />
    </WithAnswers>
  );
}
