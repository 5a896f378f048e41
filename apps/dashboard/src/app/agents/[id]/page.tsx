import type { AgentResponse } from "@agent-registry/protocol";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { feeds, type Resource, resources } from "../../../api/resources.ts";
import { toFeedMetadata } from "../../../api/service-urls.ts";
import { mayNameDomain } from "../../../features/agent/domain-words.ts";
import {
  parseFilingsPages,
  toFilingsList,
  toFilingsOffsets,
  toFilingsPage,
} from "../../../features/agent/filings-query.ts";
import { parseReportsView, toFirstReports, toLaterReports } from "../../../features/agent/revenue-query.ts";
import { AgentView } from "../../../features/past/agent-view.tsx";
import { isAnswer, isMissing, readAnswer } from "../../../server/read-answers.ts";
import { answerNotFound } from "../../../server/visit.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../../server/with-answers.tsx";
import { parseAgentId } from "../../../shared/links/paths.ts";
import { NotOnRecord } from "../../../shared/page/page-title.tsx";
import { parseAskedMoment } from "../../../shared/time/asked-moment.ts";
import { isNever } from "../../../shared/time/format-time.ts";
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
  const search = toUrlSearchParams(await searchParams);
  const asked = parseAskedMoment(search);
  const ofNow = asked.kind === "now" && isAnswer(answer) ? await toResourcesOfNow(answer.body, search) : [];
  const ofPast = asked.kind === "past" ? [resources.agentAt({ id, moment: asked.moment })] : [];
  const ofAny = [resources.wallets(id), ...ofNow, ...ofPast];
  return (
    <WithAnswers
      resources={asked.kind === "now" ? [resources.agent(id), resources.consents(id), ...ofAny] : ofAny}
      lists={[await toFilings(id, search)]}
    >
      <AgentView id={id} />
    </WithAnswers>
  );
}

/** What else an entry shows; it depends on the record which of these it asks for. */
async function toResourcesOfNow(
  { agent }: AgentResponse,
  search: URLSearchParams,
): Promise<Resource<unknown>[]> {
  const id = String(agent.agentId);
  return [
    resources.personInShort({ role: "haftungsperson", address: agent.haftungsperson }),
    ...(mayNameDomain(agent) ? [resources.domain(id)] : []),
    ...(isNever(agent.lastRevenueReport) ? [] : await toReports(id, search)),
  ];
}

async function toReports(id: string, search: URLSearchParams): Promise<Resource<unknown>[]> {
  const first = toFirstReports(id);
  const { page } = parseReportsView(search);
  const answer = page === 1 ? null : await readAnswer(first);
  const later = isAnswer(answer) ? toLaterReports({ id, page, total: answer.body.total }) : null;
  return later === null ? [first] : [first, later];
}

async function toFilings(id: string, search: URLSearchParams) {
  const pages = parseFilingsPages(search);
  const answer = pages === 1 ? null : await readAnswer(toFilingsPage(id, 0));
  const total = isAnswer(answer) ? answer.body.total : 0;
  return toFilingsList(id, toFilingsOffsets({ pages, total }));
}
