import { createAgentRegistry, type KyaProof, RegistryError, type Source } from "@agent-registry/sdk";
import type { Address } from "viem";
import { type PolicyOptions, toPolicy } from "../arguments/policy-options.ts";
import type { Session } from "../session/open-session.ts";
import { requireTrust } from "./trust-options.ts";

export type Proving = {
  session: Session;
  wallet: string;
  options: PolicyOptions & { rpc?: string[]; maxAge?: number | undefined; source?: Source };
};

/** Gets a proof and checks it against the caller's nodes, or else the one that is configured. */
export async function getProven({ session, wallet, options }: Proving) {
  const { settings } = session;
  const nodes = options.rpc ?? [settings.rpcUrl];
  const { blocks, words } = requireTrust({ rpc: nodes, chainId: settings.chainId });
  const policy = toPolicy(options);
  const notaries = policy.certified?.notaries as Address[] | undefined;
  const proof = await fetchProof({ session, nodes, wallet, notaries, source: options.source });
  const registry = session.reader();
  const answer = await registry.verifyKya({
    wallet,
    proof,
    trust: blocks,
    policy,
    maxAgeSeconds: options.maxAge,
  });
  return { answer, trust: words, registry: registry.client.registryAddress };
}

/** What a node that proves nothing answers, or one that does not answer. */
const ASK_ANOTHER = new Set<RegistryError["reason"]>(["proof-unavailable", "chain-unreachable"]);

/** From the first of the nodes that can, else from the query API: the source of a proof does not matter. */
async function fetchProof(input: {
  session: Session;
  nodes: readonly string[];
  wallet: string;
  notaries: readonly Address[] | undefined;
  source: Source | undefined;
}): Promise<KyaProof> {
  const { settings } = input.session;
  const { wallet, notaries } = input;
  const fromApi = () => input.session.reader().fetchKyaProof({ wallet, notaries, source: "api" });
  if (input.source === "api") return fromApi();
  let failure: unknown;
  for (const rpcUrl of input.nodes) {
    try {
      const registry = createAgentRegistry({ ...settings, rpcUrl });
      return await registry.fetchKyaProof({ wallet, notaries, source: "chain" });
    } catch (error) {
      if (!(error instanceof RegistryError) || !ASK_ANOTHER.has(error.reason)) throw error;
      failure ??= error;
    }
  }
  if (settings.apiUrl === undefined || input.source === "chain") throw failure;
  return fromApi();
}
