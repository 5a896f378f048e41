import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { toFilingsKey, toFilingsPage } from "../../features/agent/filings-query.ts";
import { KyaView } from "../../features/past/kya-view.tsx";
import { isAnswer, readAnswer } from "../../server/read-answers.ts";
import { type SearchParams, toUrlSearchParams } from "../../server/search-params.ts";
import { WithAnswers } from "../../server/with-answers.tsx";
import { parseWallet } from "../../shared/parse-wallet.ts";

export const metadata: Metadata = { title: "KYA check" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const asked = parseWallet(toUrlSearchParams(await searchParams).get("wallet") ?? "");
  const question = asked.ok ? resources.kya(asked.wallet) : null;
  const answer = question && (await readAnswer(question));
  const agent = isAnswer(answer) ? answer.body.agent : undefined;
  const id = agent ? String(agent.agentId) : null;
  const whyStopped = id !== null && agent?.status !== "Active";
  return (
    <WithAnswers
      resources={[...(question ? [question] : []), ...(id === null ? [] : [resources.consents(id)])]}
      firstPages={whyStopped ? [{ key: toFilingsKey(id), resource: toFilingsPage(id, 0) }] : []}
    >
      <KyaView />
    </WithAnswers>
  );
}
