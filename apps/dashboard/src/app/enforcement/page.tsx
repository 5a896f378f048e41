import type { Metadata } from "next";
import { feeds, resources } from "../../api/resources.ts";
import { toFeedMetadata } from "../../api/service-urls.ts";
import { EnforcementPage } from "../../features/enforcement/enforcement-page.tsx";
import { parseEnforcementQuery } from "../../features/enforcement/parse-enforcement-query.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../server/with-answers.tsx";

export function generateMetadata(): Metadata {
  return { title: "Enforcement", ...toFeedMetadata({ feed: feeds.enforcement, title: "Enforcement" }) };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const query = parseEnforcementQuery(toUrlSearchParams(await searchParams));
  return (
    <WithAnswers resources={[resources.enforcement(query)]}>
      <EnforcementPage />
    </WithAnswers>
  );
}
