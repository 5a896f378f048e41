import type { BulkKyaResponse, ConsentsResponse, KyaResponse, Policy } from "@agent-registry/protocol";
import { type Address, zeroHash } from "viem";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";

export const registryAddress: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
export const chainId = 31337;
/** Who answers for all agents. */
const haftungsperson: Address = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";

type Script = {
  /** Wallets of compliant agents to which all have agreed. All others are not registered. */
  compliant: readonly Address[];
  /** Those of them whose Haftungsperson has not agreed. */
  notAgreed?: readonly Address[];
  /** Those of them whose Haftungsperson no notary has certified. */
  notCertified?: readonly Address[];
  /** Wallets that were replaced, each in the record of the agent with this id. */
  retired?: Readonly<Record<Address, number>>;
  /** Seconds since the epoch. */
  now: () => number;
  /** 31337 unless given. */
  onChain?: number;
  /** Called before each answer; what it throws is an answer that never comes. */
  onAsked?: (wallet: string) => void | Promise<void>;
};

/**
 * A register without a chain: its query API is played by a function, with a clock that the test turns. Agents have
 * the ids 1, 2, … in the order in which they are given.
 */
export function scriptRegister(script: Script): AgentRegistry {
  const { compliant, notAgreed = [], notCertified = [], retired = {}, now, onAsked = () => {} } = script;
  const timestamp = () => new Date(now() * 1000).toISOString();

  async function answer(path: string): Promise<KyaResponse | ConsentsResponse> {
    const [, agentId] = /\/agent\/(\d+)\/consents$/.exec(path) ?? [];
    if (agentId !== undefined) {
      const wallet = compliant[Number(agentId) - 1] as Address;
      return toConsents(Number(agentId), { isAgreed: !notAgreed.includes(wallet) });
    }
    const wallet = path.split("/").at(-1) as Address;
    await onAsked(wallet);
    const index = compliant.indexOf(wallet);
    const known = { wallet, checkedAt: timestamp() };
    if (index < 0) return { ...known, isRegistered: false, isCompliant: false, agent: null };
    const agent = {
      agentId: index + 1,
      creator: wallet,
      haftungsperson,
      agentWallet: wallet,
      operationalScope: "Customer",
      status: "Active",
      registeredAt: timestamp(),
      lastAttestation: timestamp(),
    } as const;
    return { ...known, isRegistered: true, isCompliant: true, agent };
  }

  /** Of the compliant ones it knows who is certified, and not what they descend from. */
  function answerMany({ wallets, policy }: { wallets: Address[]; policy: Policy }): BulkKyaResponse {
    const data = wallets.map((wallet) => {
      const retiredFrom = retired[wallet];
      const index = compliant.indexOf(wallet);
      const isCertified = !notCertified.includes(wallet);
      if (index >= 0 && policy.certified !== undefined)
        return {
          wallet,
          isRegistered: true,
          isCompliant: true,
          agentId: index + 1,
          admissible: isCertified,
          objections: isCertified ? [] : ["haftungsperson-not-certified" as const],
        };
      return {
        wallet,
        isRegistered: false,
        isCompliant: false,
        agentId: null,
        ...(retiredFrom !== undefined && { retiredFrom }),
        admissible: false,
        objections: ["not-registered" as const],
      };
    });
    return { checkedAt: timestamp(), block: { number: 1, hash: zeroHash }, data };
  }

  return createAgentRegistry({
    registryAddress,
    chainId: script.onChain ?? chainId,
    apiUrl: "http://register.test",
    retryDelayMs: 0,
    fetch: async (input, init) =>
      Response.json(
        init?.method === "POST"
          ? answerMany(JSON.parse(String(init.body)))
          : await answer(new URL(String(input)).pathname),
      ),
  });
}

function toConsents(agentId: number, { isAgreed }: { isAgreed: boolean }): ConsentsResponse {
  const word = {
    state: "agreed",
    since: null,
    transactionHash: null,
    changedSince: { constitution: false, capabilities: false },
  } as const;
  return {
    agentId,
    recordHash: zeroHash,
    wallet: word,
    haftungsperson: { ...word, address: haftungsperson, state: isAgreed ? "agreed" : "none" },
    parent: null,
    proposedHaftungsperson: null,
    pendingWallet: null,
    attester: null,
  };
}
