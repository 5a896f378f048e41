import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { feeds } from "../../../api/feeds.ts";
import { resources } from "../../../api/resources.ts";
import { toFeedMetadata } from "../../../api/to-feed-metadata.ts";
import { toFilingsKey, toFilingsPage } from "../../../features/agent/filings-query.ts";
import { toFirstReports } from "../../../features/agent/revenue-query.ts";
import { AgentView } from "../../../features/past/agent-view.tsx";
import { isAnswer, isMissing, readAnswer } from "../../../server/read-answers.ts";
import { answerNotFound } from "../../../server/visit.ts";
import { WithAnswers } from "../../../server/with-answers.tsx";
import { isNever } from "../../../shared/format-time.ts";
import { NotOnRecord } from "../../../shared/not-on-record.tsx";
import { parseAgentId } from "../../../shared/parse-agent-id.ts";
import { toPreview } from "./preview.ts";

type Props = { params: Promise<{ id: string }> };

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

export default async function Page({ params }: Props) {
  const id = parseAgentId((await params).id) ?? notFound();
  const answer = await readAnswer(resources.agent(id));
  if (isMissing(answer)) {
    answerNotFound();
    return <NotOnRecord id={id} />;
  }
  const hasReports = isAnswer(answer) && !isNever(answer.body.agent.lastRevenueReport);
  return (
    <WithAnswers
      resources={[resources.agent(id), resources.consents(id), ...(hasReports ? [toFirstReports(id)] : [])]}
      firstPages={[{ key: toFilingsKey(id), resource: toFilingsPage(id, 0) }]}
    >
      <AgentView id={id} />
    </WithAnswers>
  );
}
