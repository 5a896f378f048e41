import { type AgentRecord, isCompliant, KyaResponse, type Standing } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { askKyaReader } from "../reading/ask-kya-reader.ts";
import { toNow } from "../reading/get-now.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { toAgentRecord } from "../reading/to-agent-record.ts";
import { type AgentConsents, askConsents, toAgentConsents } from "./get-consents.ts";
import { parseAddress } from "./parse-arguments.ts";

export type KyaAgent = Pick<
  AgentRecord,
  | "agentId"
  | "creator"
  | "haftungsperson"
  | "agentWallet"
  | "operationalScope"
  | "status"
  | "registeredAt"
  | "lastAttestation"
>;

/** Who of those whom a record names agreed to it, and who refused. A root's `parent` counts as agreed. */
export type Agreement = {
  consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
  refusals: { haftungsperson: boolean; parent: boolean };
};

/** A wallet's record, and what those whom it names said about it. */
export type KyaEntry = { agent: KyaAgent } & Agreement;

/** The answer to "may I do business with this wallet?" */
export type KyaVerdict = { wallet: Address; checkedAt: string; source: Source } & (
  | ({ verdict: "compliant"; reason: "active-and-attested" } & KyaEntry)
  | ({
      verdict: "non-compliant";
      reason: "suspended" | "revoked" | "terminated" | "attestation-lapsed";
    } & KyaEntry)
  | { verdict: "not-registered"; reason: "not-registered"; agent: null; consents: null; refusals: null }
);

export type KyaInput = { wallet: string; source?: Source | undefined };

/**
 * Know your agent: whether a wallet is registered and compliant, and why not; and who of those whom its record
 * names has agreed to it. Anyone may enter anyone: a Haftungsperson that has not agreed answers for nothing.
 *
 * @example
 * const answer = await registry.kya({ wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 * if (answer.verdict !== "compliant") refuse(answer.reason);
 * else if (!answer.consents.haftungsperson) refuse("nobody answers for this agent");
 */
export async function kya(client: RegistryClient, input: KyaInput): Promise<KyaVerdict> {
  const wallet = parseAddress({ value: input.wallet, name: "The wallet" });
  return chooseSource(client, input.source) === "api" ? kyaByApi(client, wallet) : kyaByChain(client, wallet);
}

async function kyaByChain(client: RegistryClient, wallet: Address): Promise<KyaVerdict> {
  const [blockTime, isRegistered, tuple, consents, refusals] = await askKyaReader(client, wallet);
  const facts = { wallet, checkedAt: new Date().toISOString(), source: "chain" } as const;
  if (!isRegistered) return notRegistered(facts);
  const record = toAgentRecord(tuple);
  const entry = {
    agent: toKyaAgent(record),
    consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
    refusals: { haftungsperson: refusals[0], parent: refusals[1] },
  };
  return judge({ facts, entry, compliant: isCompliant(toStanding(record), toNow(blockTime)) });
}

/** The API's two answers may be of different ages. */
const MAX_API_ROUNDS = 2;

async function kyaByApi(client: RegistryClient, wallet: Address): Promise<KyaVerdict> {
  for (let round = 1; round <= MAX_API_ROUNDS; round++) {
    const answer = await askApi(client, { path: `/api/v1/kya/${wallet}`, schema: KyaResponse });
    const facts = { wallet, checkedAt: answer.checkedAt, source: "api" } as const;
    const { agent } = answer;
    if (!answer.isRegistered || agent === null) return notRegistered(facts);
    const words = await askConsents(client, agent.agentId);
    // A released record is nobody's entry: the verdict is older than the release.
    if (words.wallet.state === "released") continue;
    // A handover since the verdict: whoever has agreed must be the one who is named.
    const named = { ...agent, haftungsperson: words.haftungsperson.address };
    const entry = { agent: named, ...toAgreement(toAgentConsents(words)) };
    return judge({ facts, entry, compliant: answer.isCompliant });
  }
  throw new RegistryError({
    reason: "api-failed",
    message: `The query API contradicts itself about ${wallet}: its verdict names a record that no longer binds the wallet. Ask again in a minute, or ask the chain.`,
  });
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

type Facts = { wallet: Address; checkedAt: string; source: Source };

function notRegistered(facts: Facts): KyaVerdict {
  const nothing = { agent: null, consents: null, refusals: null };
  return { ...facts, verdict: "not-registered", reason: "not-registered", ...nothing };
}

function judge({
  facts,
  entry,
  compliant,
}: {
  facts: Facts;
  entry: KyaEntry;
  compliant: boolean;
}): KyaVerdict {
  if (compliant) return { ...facts, verdict: "compliant", reason: "active-and-attested", ...entry };
  const reason = (
    {
      Suspended: "suspended",
      Revoked: "revoked",
      Terminated: "terminated",
      Active: "attestation-lapsed",
    } as const
  )[entry.agent.status];
  return { ...facts, verdict: "non-compliant", reason, ...entry };
}

function toStanding({ status, lastAttestation }: AgentRecord): Standing {
  return { status, lastAttestation: Date.parse(lastAttestation) / 1000 };
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
