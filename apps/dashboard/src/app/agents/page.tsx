import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { AgentsPage } from "../../features/agents/agents-page.tsx";
import { parseAgentsQuery } from "../../features/agents/parse-agents-query.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../server/with-answers.tsx";

export const metadata: Metadata = { title: "Agents" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const query = parseAgentsQuery(toUrlSearchParams(await searchParams));
  return (
    <WithAnswers resources={[resources.agents(query)]}>
      <AgentsPage />
    </WithAnswers>
  );
}
