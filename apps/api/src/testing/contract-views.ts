import {
  type AgentRecord,
  type RevenueReport,
  registryAbi,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import type { LocalChain } from "@agent-registry/testkit";
import type { Address, ContractFunctionReturnType } from "viem";

export type ContractView = Awaited<ReturnType<typeof readContractViews>>[number];

type Options = { chain: Pick<LocalChain, "reader">; registryAddress: Address };

/** Every agent as the contract's own views show it, in the words of the API. */
export async function readContractViews({ chain, registryAddress }: Options) {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const { reader } = chain;
  const total = Number(await reader.readContract({ ...contract, functionName: "totalAgents" }));

  async function readView(id: number) {
    const args = [BigInt(id)] as const;
    const [agent, children, compliance, reports, consents] = await Promise.all([
      reader.readContract({ ...contract, functionName: "getAgent", args }),
      reader.readContract({ ...contract, functionName: "getChildren", args }),
      reader.readContract({ ...contract, functionName: "complianceStatus", args }),
      reader.readContract({ ...contract, functionName: "getRevenueHistory", args }),
      reader.readContract({ ...contract, functionName: "consents", args }),
    ]);
    const record: AgentRecord = {
      ...agent,
      agentId: Number(agent.agentId),
      parentAgentId: Number(agent.parentAgentId),
      generation: Number(agent.generation),
      registeredAt: toTimestamp(Number(agent.registeredAt)),
      lastAttestation: toTimestamp(Number(agent.lastAttestation)),
      lastRevenueReport: toTimestamp(Number(agent.lastRevenueReport)),
      status: toAgentStatus(agent.status),
    };
    const [isActive, attestationCurrent, , childCount] = compliance;
    return {
      record,
      attestedAt: Number(agent.lastAttestation),
      children: children.map(Number),
      compliance: { isActive, attestationCurrent, childCount: Number(childCount), status: record.status },
      consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
      reports: reports.map(toRevenueReport),
    };
  }

  const views = [];
  for (let id = 1; id <= total; id += 1) views.push(await readView(id));
  return views;
}

type ContractReport = ContractFunctionReturnType<typeof registryAbi, "view", "getRevenueHistory">[number];

/** A report of the contract, as the API tells it. */
export function toRevenueReport(report: ContractReport): RevenueReport {
  return {
    amount: Number(report.amount),
    currency: report.currency,
    category: report.category,
    periodStart: toTimestamp(Number(report.periodStart)),
    periodEnd: toTimestamp(Number(report.periodEnd)),
    reportedAt: toTimestamp(Number(report.reportedAt)),
  };
}
