import { writeFile } from "node:fs/promises";
import {
  createAgentRegistry,
  type KyaProof,
  RegistryError,
  type Source,
  UntrustedProof,
} from "@agent-registry/sdk";
import type { Address } from "viem";
import { type PolicyOptions, toPolicy } from "../arguments/policy-options.ts";
import type { Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { printProven } from "./print-proven.ts";
import { requireTrust } from "./trust-options.ts";

export type ProveOptions = { rpc?: string[]; maxAge?: number; save?: string };

/** Gets a proof, checks it against the caller's nodes, and says what it proves. */
export async function proveKya(input: Proving & { options: ProveOptions }): Promise<void> {
  const { session, options } = input;
  const { answer, trust, registry } = await getProven(input).catch(
    explainAge("On a chain that makes no blocks by itself, give --max-age; elsewhere ask another node."),
  );
  if (options.save !== undefined) await save(options.save, answer.proof);
  const isConfigured = options.rpc === undefined;
  printProven({
    console: session.console,
    answer,
    registry,
    trust: isConfigured ? `${trust} (the one that is configured; --rpc names others)` : trust,
    allowNotAgreed: options.allowNotAgreed,
  });
}

/** Never over another file: that may be the evidence of another decision. */
async function save(file: string, proof: KyaProof): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(proof)}\n`, { flag: "wx" });
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === "EEXIST" ? "there is such a file already" : code;
    throw invalidInput(`The proof cannot be written to ${file}: ${why}. Name another file.`, error);
  }
}

type Proving = {
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

/** For a proof whose block is too old: what the caller can do about it. */
export function explainAge(remedy: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UntrustedProof) || error.reason !== "stale-block") throw error;
    throw new UntrustedProof(error.reason, `${error.message} ${remedy}`);
  };
}
