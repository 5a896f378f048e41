import {
  type AgentRecord,
  ASSURANCE_LEVELS,
  type Certificate,
  type ConsentsResponse,
  PERSON_KINDS,
  type RevenueReport,
  registryAbi,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import type { LocalChain } from "@agent-registry/testkit";
import { type Address, type ContractFunctionReturnType, zeroAddress } from "viem";
import { readCertificates } from "../index/read/read-certificates.ts";
import type { IndexedAgent } from "../index/records.ts";

export type ContractView = Awaited<ReturnType<typeof readContractViews>>[number];

type Options = { chain: Pick<LocalChain, "reader">; registryAddress: Address };

/** Every agent as the contract's own views show it, in our words. */
export async function readContractViews({ chain, registryAddress }: Options) {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const { reader } = chain;
  const total = Number(await reader.readContract({ ...contract, functionName: "totalAgents" }));

  async function readView(id: number) {
    const args = [BigInt(id)] as const;
    const [raw, children, compliance, reports, consents, refusals] = await Promise.all([
      reader.readContract({ ...contract, functionName: "getAgent", args }),
      reader.readContract({ ...contract, functionName: "getChildren", args }),
      reader.readContract({ ...contract, functionName: "complianceStatus", args }),
      reader.readContract({ ...contract, functionName: "getRevenueHistory", args }),
      reader.readContract({ ...contract, functionName: "consents", args }),
      reader.readContract({ ...contract, functionName: "refusals", args }),
    ]);
    const [recordHash, proposed, pendingWallet, attester, isWalletReleased, boundId] = await Promise.all([
      reader.readContract({ ...contract, functionName: "recordHash", args }),
      reader.readContract({ ...contract, functionName: "pendingHaftungsperson", args }),
      reader.readContract({ ...contract, functionName: "pendingWallet", args }),
      reader.readContract({ ...contract, functionName: "attester", args }),
      reader.readContract({ ...contract, functionName: "isWalletReleased", args }),
      reader.readContract({ ...contract, functionName: "walletToAgent", args: [raw.agentWallet] }),
    ]);
    const times = {
      registeredAt: Number(raw.registeredAt),
      lastAttestation: Number(raw.lastAttestation),
      lastRevenueReport: Number(raw.lastRevenueReport),
    };
    const record: AgentRecord = {
      ...raw,
      agentId: Number(raw.agentId),
      parentAgentId: Number(raw.parentAgentId),
      generation: Number(raw.generation),
      registeredAt: toTimestamp(times.registeredAt),
      lastAttestation: toTimestamp(times.lastAttestation),
      lastRevenueReport: toTimestamp(times.lastRevenueReport),
      status: toAgentStatus(raw.status),
    };
    const agent: IndexedAgent = { ...record, ...times, childCount: children.length };
    const [isActive, attestationCurrent, , childCount] = compliance;
    return {
      /** As the API returns it. */
      record,
      /** As the index holds it. */
      agent,
      children: children.map(Number),
      compliance: { isActive, attestationCurrent, childCount: Number(childCount), status: record.status },
      consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
      refusals: { haftungsperson: refusals[0], parent: refusals[1] },
      recordHash,
      proposedHaftungsperson: toNamed(proposed),
      pendingWallet: toNamed(pendingWallet),
      attester: toNamed(attester),
      isWalletReleased,
      /** The record that answers for the wallet now; 0 if none does. */
      boundId: Number(boundId),
      reports: reports.map(toRevenueReport),
    };
  }

  const views = [];
  for (let id = 1; id <= total; id += 1) views.push(await readView(id));
  return views;
}

const toNamed = (account: Address) => (account === zeroAddress ? null : account);

/** By wallet in lower case: the agent whose wallet it was until it was replaced. Wallets that are not retired are left out. */
export async function readRetiredAgents(
  { chain, registryAddress }: Options,
  wallets: readonly Address[],
): Promise<Map<string, number>> {
  const contract = { address: registryAddress, abi: registryAbi, functionName: "retiredWallet" } as const;
  const agents = new Map<string, number>();
  for (const wallet of wallets) {
    const agentId = Number(await chain.reader.readContract({ ...contract, args: [wallet] }));
    if (agentId !== 0) agents.set(wallet.toLowerCase(), agentId);
  }
  return agents;
}

/** What stands certified, as a decision sees it, by the contract's own views; by person and notary. */
export async function readContractCertificates(
  { chain, registryAddress }: Options,
  { persons, notaries }: { persons: readonly Address[]; notaries: readonly Address[] },
): Promise<Map<string, Certificate>> {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const found = new Map<string, Certificate>();
  for (const notary of notaries) {
    const ofNotary = { ...contract, functionName: "isNotary", args: [notary] } as const;
    const isAccredited = await chain.reader.readContract(ofNotary);
    for (const person of persons) {
      const ofPerson = { ...contract, functionName: "certificateOf", args: [person, notary] } as const;
      const [kind, level, , until, isAccepted] = await chain.reader.readContract(ofPerson);
      const [kindName, levelName] = [PERSON_KINDS[kind - 1], ASSURANCE_LEVELS[level - 1]];
      if (kindName === undefined || levelName === undefined) continue;
      const certificate = {
        kind: kindName,
        level: levelName,
        until: Number(until),
        isAccepted,
        isAccredited,
      };
      found.set(`${person} ${notary}`, { notary, ...certificate });
    }
  }
  return found;
}

/** The same by the index. */
export async function readIndexCertificates(
  source: Parameters<typeof readCertificates>[0],
  persons: readonly Address[],
): Promise<Map<string, Certificate>> {
  const asked = persons.map((person) => person.toLowerCase());
  const found = [...(await readCertificates(source, asked, Number.MAX_SAFE_INTEGER)).values()].flat();
  return new Map(
    found.map(({ person, notary, kind, level, until, isAccepted, isAccredited }) => [
      `${person} ${notary}`,
      { notary, kind, level, until, isAccepted, isAccredited },
    ]),
  );
}

type ContractReport = ContractFunctionReturnType<typeof registryAbi, "view", "getRevenueHistory">[number];

/** A report of the contract, as the API returns it. */
function toRevenueReport(report: ContractReport): RevenueReport {
  return {
    amount: Number(report.amount),
    currency: report.currency,
    category: report.category,
    periodStart: toTimestamp(Number(report.periodStart)),
    periodEnd: toTimestamp(Number(report.periodEnd)),
    reportedAt: toTimestamp(Number(report.reportedAt)),
  };
}

/** The answer of `/agent/:id/consents`, as far as the contract's views state it. */
export function toStates(view: ContractView) {
  const { consents, refusals, record } = view;
  const party = (name: "haftungsperson" | "parent") =>
    refusals[name] ? "refused" : consents[name] ? "agreed" : "none";
  return {
    agentId: record.agentId,
    recordHash: view.recordHash,
    wallet: view.isWalletReleased ? "released" : consents.wallet ? "agreed" : "none",
    haftungsperson: party("haftungsperson"),
    parent: record.parentAgentId === 0 ? null : party("parent"),
    proposedHaftungsperson: view.proposedHaftungsperson,
    pendingWallet: view.pendingWallet,
    attester: view.attester,
  };
}

/** What the API says of the parties, in the form of `toStates`: views know no times and no transactions. */
export function withoutTimes({ wallet, haftungsperson, parent, ...rest }: ConsentsResponse) {
  const state = parent === null ? null : parent.state;
  return { ...rest, wallet: wallet.state, haftungsperson: haftungsperson.state, parent: state };
}

/** The children as a lineage shows them: first those that the parent has agreed to. */
export function toLineageOrder(views: readonly ContractView[], children: readonly number[]): number[] {
  const isAgreed = (id: number) => views[id - 1]?.consents.parent === true;
  return [...children.filter(isAgreed), ...children.filter((id) => !isAgreed(id))];
}
