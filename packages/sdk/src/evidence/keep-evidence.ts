import type { RegistryClient } from "../client/registry-client.ts";
import type { AdmissionDecision, DecisionBasis } from "../provider/decision.ts";
import { requirePositive } from "../provider/require-positive.ts";
import { countUnwritten } from "./count-unwritten.ts";
import { createEvidenceFolder, writeDecision, writeProof } from "./write-decision.ts";

export type EvidenceOptions = {
  /**
   * With a client that knows the chain or the query API, a storage proof is kept beside each answer of the register: an
   * answer is the register's word, and next year no node can prove it any more.
   */
  client?: RegistryClient;
  /** Called if a proof was not fetched, or counts were not written. Decisions are kept all the same. */
  onProblem?: (error: unknown) => void;
  /** How much refusals may write in a day (50 MB); those beyond are counted. Admissions are always written. */
  maxRefusalBytesPerDay?: number;
};

/** At most this many decisions are remembered as written. Those that are forgotten are written once more. */
const MAX_REMEMBERED = 100_000;
const MAX_PROOFS_AT_ONCE = 4;
const DEFAULT_REFUSAL_BYTES = 50_000_000;
const DAY_SECONDS = 86_400;

/**
 * Writes down in a folder what was decided about whom, and on what grounds: one line for each agent and
 * ground in a file a day, and what the register signed or the chain proves beside it, each once, under the
 * hash of its content. A decision on the same grounds as one before is not written again, however many
 * requests come. Wallets of no agent are counted only: a stranger can make any number of them.
 *
 * @example
 * const evidence = keepEvidence("/var/lib/provider/evidence", { client: registry.client });
 * app.use("/jobs/*", requireCompliantAgent({ registry, hosts, onDecision: evidence.onDecision }));
 */
export function keepEvidence(path: string, { client, onProblem, ...options }: EvidenceOptions = {}) {
  const maxRefusalBytes = requirePositive(options, {
    name: "maxRefusalBytesPerDay",
    byDefault: DEFAULT_REFUSAL_BYTES,
  });
  const folder = createEvidenceFolder(path);
  const unwritten = countUnwritten(folder);
  // Apart, so that refusals push nothing out of the memory of admissions, and take no place of their proofs.
  const admissions = createTrack();
  const refusals = createTrack();
  let refusalDay = { day: 0, bytes: 0 };
  const report = (error: unknown) => onProblem?.(error);

  function isOverQuota(decidedAt: number): boolean {
    const day = Math.floor(decidedAt / DAY_SECONDS);
    if (day !== refusalDay.day) refusalDay = { day, bytes: 0 };
    return refusalDay.bytes >= maxRefusalBytes;
  }

  return {
    /** For `onDecision` of the middleware. Fails if the decision cannot be written. */
    async onDecision(decision: AdmissionDecision): Promise<void> {
      const { basis, wallet, admitted, reason, decidedAt } = decision;
      // Of a caller that has not proved its wallet, nothing is kept.
      if (basis === undefined || wallet === undefined) return;
      if (isOfNoAgent(basis)) return unwritten.add("notRegistered", decidedAt).catch(report);
      const { written, proving } = admitted ? admissions : refusals;
      const key = JSON.stringify([wallet, reason, toGroundsKey(basis)]);
      if (written.has(key)) return;
      if (!admitted && isOverQuota(decidedAt)) return unwritten.add("overQuota", decidedAt).catch(report);

      const count = (bytes: number) => {
        if (!admitted) refusalDay.bytes += bytes;
      };
      remember(written, key);
      try {
        count(await writeDecision(folder, { decision, basis }));
      } catch (error) {
        written.delete(key);
        throw error;
      }
      if (client === undefined || basis.kind !== "verdict" || proving.size >= MAX_PROOFS_AT_ONCE) return;
      const { notaries } = basis;
      const work = writeProof(folder, { client, wallet, notaries, decidedAt })
        .then(count, report)
        .finally(() => proving.delete(work));
      proving.add(work);
    },

    /** Resolves when all that was decided until now is written, proofs and counts included. */
    async flush(): Promise<void> {
      await Promise.all([...admissions.proving, ...refusals.proving]);
      await unwritten.flush().catch(report);
      await folder.flush();
    },
  };
}

/** What was written down, and the proofs that are being fetched. */
function createTrack() {
  return { written: new Set<string>(), proving: new Set<Promise<void>>() };
}

function remember(written: Set<string>, key: string): void {
  for (const oldest of written) {
    if (written.size < MAX_REMEMBERED) break;
    written.delete(oldest);
  }
  written.add(key);
}

/** The register knows no agent with this wallet; or, offline, the wallet has brought no binding along. */
function isOfNoAgent(basis: DecisionBasis): boolean {
  return basis.kind === "verdict" ? basis.verdict.agent === null : basis.decision.agentId === undefined;
}

/** A new answer, list or binding is a new ground. */
function toGroundsKey(basis: DecisionBasis): string {
  if (basis.kind === "verdict") return `${basis.verdict.source} ${basis.verdict.checkedAt}`;
  const { decision, list, binding } = basis;
  return [decision.reason, list?.token.slice(-86), binding?.slice(-86)].join(" ");
}
