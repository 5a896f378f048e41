import type { Metadata } from "next";
import { toFilingsKey } from "../../api/agent-queries.ts";
import { resources } from "../../api/resources.ts";
import { toFilingsPage } from "../../features/agent/filings-query.ts";
import { KyaView } from "../../features/past/kya-view.tsx";
import { isAnswer, readAnswer } from "../../server/read-answers.ts";
import { type SearchParams, toUrlSearchParams } from "../../server/search-params.ts";
import { WithAnswers } from "../../server/with-answers.tsx";
import { parseAskedMoment } from "../../shared/asked-moment.ts";
import { parseWallet } from "../../shared/parse-wallet.ts";

export const metadata: Metadata = { title: "KYA check" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = toUrlSearchParams(await searchParams);
  const wallet = parseWallet(params.get("wallet") ?? "");
  const asked = parseAskedMoment(params);
  if (!wallet.ok || asked.kind === "broken") return <KyaView />;
  if (asked.kind === "past")
    return (
      <WithAnswers resources={[resources.kyaAt({ wallet: wallet.wallet, moment: asked.moment })]}>
        <KyaView />
      </WithAnswers>
    );
  const question = resources.kya(wallet.wallet);
  const answer = await readAnswer(question);
  const agent = isAnswer(answer) ? answer.body.agent : undefined;
  const id = String(agent?.agentId);
  return (
    <WithAnswers
      resources={[question, ...(agent ? [resources.consents(id), resources.name(agent.haftungsperson)] : [])]}
      lists={
        agent && agent.status !== "Active"
          ? [{ key: toFilingsKey(id), pages: [{ offset: 0, resource: toFilingsPage(id, 0) }] }]
          : []
      }
    >
      <KyaView />
    </WithAnswers>
  );
}
