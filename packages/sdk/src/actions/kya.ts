import {
  type AgentRecord,
  decide,
  findComplianceObjection,
  KyaResponse,
  OBJECTIONS,
  type Objection,
  type Policy,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { askBulkKya } from "../reading/ask-bulk-kya.ts";
import { askKyaReader } from "../reading/ask-kya-reader.ts";
import { toNow } from "../reading/get-now.ts";
import { createAncestorReader } from "../reading/read-ancestors.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { toAgentRecord } from "../reading/to-agent-record.ts";
import { type AgentConsents, askConsents, toAgentConsents } from "./get-consents.ts";
import {
  type Agreement,
  type KyaAgent,
  type KyaFinding,
  toFinding,
  toNotRegistered,
  toSeconds,
  toTimes,
} from "./kya-finding.ts";
import { parseAddress, parsePolicy } from "./parse-arguments.ts";

/** The answer to "may I do business with this wallet?" */
export type KyaVerdict = {
  wallet: Address;
  checkedAt: string;
  source: Source;
} & KyaFinding;

export type KyaInput = {
  wallet: string;
  source?: Source | undefined;
  /** What `admissible` asks for; the agreement of wallet and Haftungsperson if not given. */
  policy?: Policy | undefined;
};

/**
 * Know your agent: whether a wallet is registered and compliant, and why not; who of those whom its record names has
 * agreed to it; and whether it is admissible by your policy. Anyone may enter anyone: a Haftungsperson that has not
 * agreed answers for nothing.
 *
 * @example
 * const answer = await registry.kya({ wallet, policy: { lineage: "ancestors" } });
 * if (!answer.admissible) refuse(answer.objections);
 */
export async function kya(client: RegistryClient, input: KyaInput): Promise<KyaVerdict> {
  const wallet = parseAddress({ value: input.wallet, name: "The wallet" });
  const policy = parsePolicy(input.policy);
  return chooseSource(client, input.source) === "api"
    ? kyaByApi(client, { wallet, policy })
    : kyaByChain(client, { wallet, policy });
}

type Question = { wallet: Address; policy: Policy; readAncestors?: ReturnType<typeof createAncestorReader> };

/** `readAncestors` may be shared by questions about many wallets. */
export async function kyaByChain(
  client: RegistryClient,
  { wallet, policy, readAncestors = createAncestorReader(client) }: Question,
): Promise<KyaVerdict> {
  const [blockTime, isRegistered, tuple, consents, refusals] = await askKyaReader(client, wallet);
  const facts = { wallet, checkedAt: new Date().toISOString(), source: "chain" } as const;
  if (!isRegistered) return { ...facts, ...toNotRegistered() };
  const record = toAgentRecord(tuple);
  const agreement = {
    consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
    refusals: { haftungsperson: refusals[0], parent: refusals[1] },
  };
  const { selfModifying, parentAgentId } = record;
  const ancestors = policy.lineage === "ancestors" ? await readAncestors(record) : undefined;
  const entry = { ...toTimes(record), ...agreement, selfModifying, parentAgentId, ancestors };
  const { objections } = decide(entry, policy, toNow(blockTime));
  return { ...facts, ...toFinding({ entry: { agent: toKyaAgent(record), ...agreement }, objections }) };
}

/** The API's answers may be of different ages. */
const MAX_API_ROUNDS = 2;

async function kyaByApi(client: RegistryClient, { wallet, policy }: Question): Promise<KyaVerdict> {
  for (let round = 1; round <= MAX_API_ROUNDS; round++) {
    const answer = await askApi(client, { path: `/api/v1/kya/${wallet}`, schema: KyaResponse });
    const facts = { wallet, checkedAt: answer.checkedAt, source: "api" } as const;
    const { agent } = answer;
    if (!answer.isRegistered || agent === null) return { ...facts, ...toNotRegistered() };
    const words = await askConsents(client, agent.agentId);
    // A released record is nobody's entry: the verdict is older than the release.
    if (words.wallet.state === "released") continue;
    // A handover since the verdict: whoever has agreed must be the one who is named.
    const named = { ...agent, haftungsperson: words.haftungsperson.address };
    const agreement = toAgreement(toAgentConsents(words));
    const further = await askFurther(client, { wallet, policy, agentId: agent.agentId });
    if (further === undefined) continue;
    const { lineage: _lineage, selfModifying: _selfModifying, ...told } = policy;
    const checkedAt = toSeconds(answer.checkedAt);
    const { objections } = decide({ ...toTimes(agent), ...agreement }, told, checkedAt);
    // The API has judged by the newest block's time, which may be ahead of its clock.
    const isLapsed = !answer.isCompliant && findComplianceObjection(objections) === undefined;
    const all = [...objections, ...further, ...(isLapsed ? (["attestation-lapsed"] as const) : [])];
    const inOrder = OBJECTIONS.filter((objection) => all.includes(objection));
    return { ...facts, ...toFinding({ entry: { agent: named, ...agreement }, objections: inOrder }) };
  }
  throw new RegistryError({
    reason: "api-failed",
    message: `The query API contradicts itself about ${wallet}: its verdict names a record that no longer binds the wallet. Ask again in a minute, or ask the chain.`,
  });
}

/**
 * The specified answer tells neither ancestors nor whether an agent modifies itself: the bulk question decides about
 * both. Undefined if it knows of another record than the one that the verdict is about.
 */
async function askFurther(
  client: RegistryClient,
  { wallet, policy, agentId }: Question & { agentId: number },
): Promise<readonly Objection[] | undefined> {
  if (policy.lineage !== "ancestors" && policy.selfModifying !== "refuse") return [];
  const { data } = await askBulkKya(client, { wallets: [wallet], policy });
  return data[0]?.agentId === agentId ? data[0].objections : undefined;
}

function toAgreement({ wallet, haftungsperson, parent }: AgentConsents): Agreement {
  return {
    consents: {
      wallet: wallet === "agreed",
      haftungsperson: haftungsperson === "agreed",
      parent: parent === null || parent === "agreed",
    },
    refusals: { haftungsperson: haftungsperson === "refused", parent: parent === "refused" },
  };
}

function toKyaAgent(record: AgentRecord): KyaAgent {
  const {
    agentId,
    creator,
    haftungsperson,
    agentWallet,
    operationalScope,
    status,
    registeredAt,
    lastAttestation,
  } = record;
  return {
    agentId,
    creator,
    haftungsperson,
    agentWallet,
    operationalScope,
    status,
    registeredAt,
    lastAttestation,
  };
}
