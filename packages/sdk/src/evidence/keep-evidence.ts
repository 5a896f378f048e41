import { createHash } from "node:crypto";
import { appendFile, mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RegistryClient } from "../client/registry-client.ts";
import { fetchKyaProof } from "../proof/fetch-kya-proof.ts";
import type { AdmissionDecision, DecisionBasis } from "../provider/decision.ts";

export type EvidenceOptions = {
  /**
   * With a client that knows the chain or the query API, a storage proof is kept beside each answer of the register: an
   * answer is the register's word, and next year no node can prove it any more.
   */
  client?: RegistryClient;
  /** Told of proofs that could not be fetched. The decision itself is kept all the same. */
  onProblem?: (error: unknown) => void;
};

/** So many are remembered as written down. Those that are forgotten are written once more. */
const MAX_REMEMBERED = 100_000;
const MAX_PROOFS_AT_ONCE = 4;

/**
 * Writes down in a folder what was decided about whom, and on what grounds: one line for each agent and ground in a file a
 * day, and what the register signed or the chain proves beside it, each once, under the hash of its content. A decision
 * on the same grounds as one before is not written again, however many requests come.
 *
 * @example
 * const evidence = keepEvidence("/var/lib/provider/evidence", { client: registry.client });
 * app.use("/jobs/*", requireCompliantAgent({ registry, hosts, onDecision: evidence.onDecision }));
 */
export function keepEvidence(folder: string, { client, onProblem }: EvidenceOptions = {}) {
  const written = new Set<string>();
  const proving = new Set<Promise<void>>();
  const exhibits = path.join(folder, "exhibits");
  // Lines of one file are written one after the other.
  let lines: Promise<unknown> = Promise.resolve();

  function remember(key: string): void {
    for (const oldest of written) {
      if (written.size < MAX_REMEMBERED) break;
      written.delete(oldest);
    }
    written.add(key);
  }

  /** Under the hash of its content, so that it is written once, and that a line shows whether it was changed since. */
  async function writeExhibit(content: string, extension: string): Promise<string> {
    const name = `${createHash("sha256").update(content).digest("hex")}.${extension}`;
    const file = path.join(exhibits, name);
    if (await isThere(file)) return name;
    await mkdir(exhibits, { recursive: true });
    // Whoever finds the name finds all of it.
    const unfinished = `${file}.${crypto.randomUUID()}.unfinished`;
    await writeFile(unfinished, content);
    await rename(unfinished, file);
    return name;
  }

  async function writeLine(decidedAt: number, line: object): Promise<void> {
    const time = new Date(decidedAt * 1000).toISOString();
    const file = path.join(folder, `decisions-${time.slice(0, 10)}.jsonl`);
    const writing = lines.then(async () => {
      await mkdir(folder, { recursive: true });
      await appendFile(file, `${JSON.stringify({ time, ...line })}\n`);
    });
    lines = writing.catch(() => {});
    await writing;
  }

  async function writeProof(known: RegistryClient, { wallet, decidedAt }: AdmissionDecision): Promise<void> {
    if (wallet === undefined) return;
    try {
      const proof = await fetchKyaProof(known, { wallet });
      const exhibit = await writeExhibit(`${JSON.stringify(proof)}\n`, "json");
      await writeLine(decidedAt, { wallet, proof: exhibit, block: proof.block.number });
    } catch (error) {
      onProblem?.(error);
    }
  }

  async function writeDecision(decision: AdmissionDecision, basis: DecisionBasis): Promise<void> {
    const { decidedAt, method, path: asked, wallet, proof, admitted, reason, agent } = decision;
    const grounds =
      basis.kind === "verdict"
        ? { verdict: basis.verdict }
        : {
            decision: basis.decision,
            binding: basis.binding && (await writeExhibit(basis.binding, "jwt")),
            list: basis.list && (await writeExhibit(basis.list.token, "jwt")),
          };
    const request = { method, path: asked, proof };
    await writeLine(decidedAt, { wallet, admitted, reason, agent, grounds, firstRequest: request });
  }

  return {
    /** For `onDecision` of the middleware. Fails if the decision cannot be written. */
    async onDecision(decision: AdmissionDecision): Promise<void> {
      const { basis, wallet, admitted, reason } = decision;
      // Whoever did not show who they are is nobody's business later.
      if (basis === undefined || wallet === undefined) return;
      const key = JSON.stringify([wallet, admitted, reason, toGroundsKey(basis)]);
      if (written.has(key)) return;
      remember(key);
      try {
        await writeDecision(decision, basis);
      } catch (error) {
        written.delete(key);
        throw error;
      }
      if (client === undefined || basis.kind !== "verdict" || proving.size >= MAX_PROOFS_AT_ONCE) return;
      const work = writeProof(client, decision).finally(() => proving.delete(work));
      proving.add(work);
    },

    /** Resolves when all that was decided until now is written, proofs included. */
    async flush(): Promise<void> {
      await Promise.all([...proving, lines]);
    },
  };
}

/** A new answer, list or binding is a new ground. */
function toGroundsKey(basis: DecisionBasis): string {
  if (basis.kind === "verdict") return `${basis.verdict.source} ${basis.verdict.checkedAt}`;
  const { decision, list, binding } = basis;
  return [decision.reason, list?.token.slice(-86), binding?.slice(-86)].join(" ");
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
