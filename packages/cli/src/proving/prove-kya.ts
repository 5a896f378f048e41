import { writeFile } from "node:fs/promises";
import { createAgentRegistry, type KyaProof, RegistryError, type Source } from "@agent-registry/sdk";
import { type PolicyOptions, toPolicy } from "../arguments/policy-options.ts";
import type { Session } from "../session/open-session.ts";
import { explainAge } from "./explain-age.ts";
import { printProven } from "./print-proven.ts";
import { requireTrust } from "./trust-options.ts";

export type ProveOptions = { rpc?: string[]; maxAge?: number; save?: string };

type Proving = {
  session: Session;
  wallet: string;
  options: ProveOptions & PolicyOptions & { source?: Source };
};

/** Gets a proof, checks it against the caller's nodes, and says what it proves. */
export async function proveKya({ session, wallet, options }: Proving): Promise<void> {
  const { console, settings } = session;
  const nodes = options.rpc ?? [settings.rpcUrl];
  const trust = requireTrust({ rpc: nodes, chainId: settings.chainId });
  const proof = await fetchProof({ session, nodes, wallet, source: options.source });
  const registry = session.reader();
  const answer = await registry
    .verifyKya({
      wallet,
      proof,
      trust: trust.blocks,
      policy: toPolicy(options),
      maxAgeSeconds: options.maxAge,
    })
    .catch(
      explainAge("On a chain that makes no blocks by itself, give --max-age; elsewhere ask another node."),
    );
  if (options.save !== undefined) await save(options.save, answer.proof);
  const isConfigured = options.rpc === undefined;
  printProven({
    console,
    answer,
    registry: registry.client.registryAddress,
    trust: isConfigured ? `${trust.words} (the one that is configured; --rpc names others)` : trust.words,
    allowNotAgreed: options.allowNotAgreed,
  });
}

/** What a node that proves nothing answers, or one that does not answer. */
const ASK_ANOTHER = new Set<RegistryError["reason"]>(["proof-unavailable", "chain-unreachable"]);

/** From the first of the nodes that can, else from the query API: a proof is worth the same from anybody. */
async function fetchProof(input: {
  session: Session;
  nodes: readonly string[];
  wallet: string;
  source: Source | undefined;
}): Promise<KyaProof> {
  const { settings } = input.session;
  const { wallet } = input;
  const fromApi = () => input.session.reader().fetchKyaProof({ wallet, source: "api" });
  if (input.source === "api") return fromApi();
  let failure: unknown;
  for (const rpcUrl of input.nodes) {
    try {
      return await createAgentRegistry({ ...settings, rpcUrl }).fetchKyaProof({ wallet, source: "chain" });
    } catch (error) {
      if (!(error instanceof RegistryError) || !ASK_ANOTHER.has(error.reason)) throw error;
      failure ??= error;
    }
  }
  if (settings.apiUrl === undefined || input.source === "chain") throw failure;
  return fromApi();
}

/** Never over another file: that may be the evidence of another decision. */
async function save(file: string, proof: KyaProof): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(proof)}\n`, { flag: "wx" });
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === "EEXIST" ? "there is such a file already" : code;
    throw new RegistryError({
      reason: "invalid-input",
      message: `The proof cannot be written to ${file}: ${why}. Name another file.`,
      cause: error,
    });
  }
}
