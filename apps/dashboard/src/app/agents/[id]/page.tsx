import type { AgentResponse } from "@agent-registry/protocol";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { toFilingsKey } from "../../../api/agent-queries.ts";
import { feeds } from "../../../api/feeds.ts";
import { type Resource, resources } from "../../../api/resources.ts";
import { toFeedMetadata } from "../../../api/to-feed-metadata.ts";
import { mayNameDomain } from "../../../features/agent/domain-words.ts";
import { toFilingsPage } from "../../../features/agent/filings-query.ts";
import { toFirstReports } from "../../../features/agent/revenue-query.ts";
import { AgentView } from "../../../features/past/agent-view.tsx";
import { isAnswer, isMissing, readAnswer } from "../../../server/read-answers.ts";
import { type SearchParams, toUrlSearchParams } from "../../../server/search-params.ts";
import { answerNotFound } from "../../../server/visit.ts";
import { WithAnswers } from "../../../server/with-answers.tsx";
import { parseAskedMoment } from "../../../shared/asked-moment.ts";
import { isNever } from "../../../shared/format-time.ts";
import { NotOnRecord } from "../../../shared/not-on-record.tsx";
import { parseAgentId } from "../../../shared/parse-agent-id.ts";
import { toPreview } from "./preview.ts";

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseAgentId((await params).id);
  if (id === null) return { title: "Not found" };
  const answer = await readAnswer(resources.agent(id));
  if (isMissing(answer)) return { title: `Agent ${id}, not on record`, robots: { index: false } };
  const title = `Agent ${id}`;
  return {
    ...(isAnswer(answer) ? toPreview(answer.body) : { title }),
    ...toFeedMetadata({ feed: feeds.agent(id), title }),
  };
}

export default async function Page({ params, searchParams }: Props) {
  const id = parseAgentId((await params).id) ?? notFound();
  const answer = await readAnswer(resources.agent(id));
  if (isMissing(answer)) {
    answerNotFound();
    return <NotOnRecord id={id} />;
  }
  const asked = parseAskedMoment(toUrlSearchParams(await searchParams));
  const ofNow = isAnswer(answer) ? toResourcesOfNow(answer.body) : [];
  const ofPast = asked.kind === "past" ? [resources.agentAt({ id, moment: asked.moment })] : [];
  return (
    <WithAnswers
      resources={asked.kind === "now" ? [resources.agent(id), resources.consents(id), ...ofNow] : ofPast}
      firstPages={[{ key: toFilingsKey(id), resource: toFilingsPage(id, 0) }]}
    >
      <AgentView id={id} />
    </WithAnswers>
  );
}

/** What else an entry shows; it depends on the record which of these it asks for. */
function toResourcesOfNow({ agent }: AgentResponse): Resource<unknown>[] {
  const id = String(agent.agentId);
  return [
    resources.name(agent.haftungsperson),
    ...(mayNameDomain(agent) ? [resources.domain(id)] : []),
    ...(isNever(agent.lastRevenueReport) ? [] : [toFirstReports(id)]),
  ];
}
