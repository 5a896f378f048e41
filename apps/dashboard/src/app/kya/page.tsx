import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { toFilingsList } from "../../features/agent/filings-query.ts";
import { KyaView } from "../../features/past/kya-view.tsx";
import { isAnswer, readAnswer } from "../../server/read-answers.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../server/with-answers.tsx";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { parseAskedMoment } from "../../shared/time/asked-moment.ts";

export const metadata: Metadata = { title: "KYA check" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = toUrlSearchParams(await searchParams);
  const wallet = parseWallet(params.get("wallet") ?? "");
  const asked = parseAskedMoment(params);
  if (!wallet.ok || asked.kind === "broken") return <KyaView />;
  // Of a wallet without an agent, the records that named it say whether it was replaced.
  const entries = resources.walletEntries(wallet.wallet);
  if (asked.kind === "past") {
    const past = resources.kyaAt({ wallet: wallet.wallet, moment: asked.moment });
    const then = await readAnswer(past);
    return (
      <WithAnswers resources={isAnswer(then) && then.body.agent === null ? [past, entries] : [past]}>
        <KyaView />
      </WithAnswers>
    );
  }
  const question = resources.kya(wallet.wallet);
  const answer = await readAnswer(question);
  const agent = isAnswer(answer) ? answer.body.agent : undefined;
  const id = String(agent?.agentId);
  const rest = agent
    ? [
        resources.consents(id),
        resources.personInShort({ role: "haftungsperson", address: agent.haftungsperson }),
      ]
    : agent === null
      ? [entries]
      : [];
  return (
    <WithAnswers
      resources={[question, ...rest]}
      lists={agent && agent.status !== "Active" ? [toFilingsList(id, [0])] : []}
    >
      <KyaView />
    </WithAnswers>
  );
}
