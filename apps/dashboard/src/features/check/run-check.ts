import type { KyaResponse } from "@agent-registry/protocol";
import type { ProvenVerdict, TrustedBlocks } from "@agent-registry/sdk";
import { formatExact } from "../../shared/time/format-time.ts";

export type CheckInput = {
  apiUrl: string;
  registry: string;
  /** The register's chain: on another chain, another owner's contract may be at the same address. */
  chainId: number | undefined;
  wallet: string;
  /** A node that the reader chose. Without one, the register itself says which blocks are the chain's. */
  nodeUrl: string | null;
};

export type CheckOutcome =
  | { kind: "proven"; proven: ProvenVerdict; differences: string[] }
  | { kind: "refused"; reason: string; message: string };

const REGISTER_ALONE: TrustedBlocks = { kind: "the register alone", isCanonical: async () => true };

/** Fetches a proof and verifies it in this browser, with the code that agents and providers use. */
export async function runCheck(
  { apiUrl, registry, chainId, wallet, nodeUrl }: CheckInput,
  readAnswer: () => Promise<KyaResponse>,
): Promise<CheckOutcome> {
  // Loaded with the first check: a visitor who only reads the page does not need it.
  const [sdk, { http }] = await Promise.all([import("@agent-registry/sdk"), import("viem")]);
  try {
    const client = sdk.createRegistryClient({
      apiUrl,
      registryAddress: registry as `0x${string}`,
      ...(chainId !== undefined && { chainId }),
    });
    const trust = nodeUrl === null ? REGISTER_ALONE : sdk.rpcQuorum([http(nodeUrl)], { chainId });
    const proof = await sdk.fetchKyaProof(client, { wallet, source: "api" });
    const proven = await sdk.verifyKya(client, { wallet, proof, trust });
    return { kind: "proven", proven, differences: findDifferences(await readAnswer(), proven) };
  } catch (error) {
    if (error instanceof sdk.UntrustedProof || error instanceof sdk.RegistryError)
      return { kind: "refused", reason: error.reason, message: error.message };
    const message = error instanceof Error ? error.message : "The check failed.";
    return { kind: "refused", reason: "unexpected", message };
  }
}

/** Where the register's answer is not what the chain holds, as sentences; empty if it is. */
export function findDifferences(answer: KyaResponse, { agent, verdict }: ProvenVerdict): string[] {
  if (agent === null || answer.agent === null) {
    if (agent === answer.agent) return [];
    return [
      agent === null
        ? `The register says that the wallet is that of agent ${answer.agent?.agentId}; on the chain it is nobody’s.`
        : `The register says that the wallet is nobody’s; on the chain it is that of agent ${agent.agentId}.`,
    ];
  }
  const facts: [what: string, said: string, held: string][] = [
    ["the agent’s number", String(answer.agent.agentId), String(agent.agentId)],
    ["the status", answer.agent.status, agent.status],
    ["the Haftungsperson", answer.agent.haftungsperson, agent.haftungsperson],
    ["the last attestation", formatExact(answer.agent.lastAttestation), formatExact(agent.lastAttestation)],
    ["compliance", toWord(answer.isCompliant), toWord(verdict === "compliant")],
  ];
  return facts
    .filter(([, said, held]) => said.toLowerCase() !== held.toLowerCase())
    .map(([what, said, held]) => `About ${what} the register says ${said}; the chain holds ${held}.`);
}

const toWord = (isCompliant: boolean) => (isCompliant ? "compliant" : "not compliant");

type ParsedUrl = { ok: true; url: string | null } | { ok: false; problem: string };

/** The address of a node that the reader trusts; none is allowed. */
export function parseNodeUrl(input: string): ParsedUrl {
  const value = input.trim();
  if (value === "") return { ok: true, url: null };
  if (!URL.canParse(value)) return { ok: false, problem: "This is not an address: it starts with https://." };
  const { protocol, hostname } = new URL(value);
  const isOwnMachine = ["localhost", "127.0.0.1"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isOwnMachine))
    return { ok: false, problem: "A browser asks nodes over https://, or http:// on your own machine." };
  return { ok: true, url: value };
}
