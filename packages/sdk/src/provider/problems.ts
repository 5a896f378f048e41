import { parseHost } from "./hosts.ts";
import type { OtherReason } from "./refusal.ts";

/** Why requests are refused although their agents may have done nothing wrong. */
export type AdmissionProblem = {
  /** As the answer has it. */
  reason: OtherReason;
  /** What the operator of the service reads: what happened, and what to look at. */
  message: string;
  cause?: unknown;
};

export type ReportProblem = (problem: AdmissionProblem) => void;

const REPEAT_AFTER_MS = 60_000;
const MAX_SHOWN = 100;

/** Strangers can bring about some problems as often as they like, so each reason is reported once a minute at most. */
export function createProblemReport(options: {
  onProblem?: ReportProblem | undefined;
  nowMs: () => number;
}): ReportProblem {
  const { onProblem = ({ message }) => console.warn(message), nowMs } = options;
  const reportedAt = new Map<string, number>();
  return (problem) => {
    const last = reportedAt.get(problem.reason) ?? Number.NEGATIVE_INFINITY;
    if (nowMs() - last < REPEAT_AFTER_MS) return;
    reportedAt.set(problem.reason, nowMs());
    try {
      onProblem(problem);
    } catch {
      // What an operator does with a problem must not change the answer.
    }
  };
}

/** What a stranger sent, so that it can stand in a line of a log. */
export function quote(text: unknown): string {
  const full = String(text);
  return JSON.stringify(full.length > MAX_SHOWN ? `${full.slice(0, MAX_SHOWN)}…` : full);
}

/** One line for a log: viem's own messages show a node's whole URL, keys included. */
export function describeCause(cause: unknown): string {
  const { shortMessage, message } = (cause ?? {}) as { shortMessage?: unknown; message?: unknown };
  return String(shortMessage ?? message ?? cause).replaceAll(/\s+/g, " ");
}

export function foreignHost(host: string | undefined, hosts: readonly string[]): AdmissionProblem {
  const accepted = hosts.map(parseHost).map(({ scheme, authority }) => `${scheme}://${authority}`);
  return {
    reason: "foreign-proof",
    message:
      `A request was signed for the host ${quote(host ?? "")}, which this service is not: hosts names ${accepted.join(", ")}. ` +
      "If agents do reach it by that name, add it; if a proxy has changed the Host header, have it hand on the agent's.",
  };
}

export function foreignChain(signatureInput: string | undefined, chainId: number): AdmissionProblem {
  const [, chain = "?"] = /keyid="\w+:(\d+):/.exec(signatureInput ?? "") ?? [];
  const message = `A request was signed for chain ${quote(chain)}, and not for the register's, ${chainId}.`;
  return { reason: "foreign-proof", message };
}

export function proofBeforeStart({ hasStore }: { hasStore: boolean }): AdmissionProblem {
  return {
    reason: "proof-before-start",
    message: hasStore
      ? "The nonce store has only just begun to remember which proofs were used: until it is sure of a proof, the request is refused (503)."
      : "Requests are refused (503) for the first 11 seconds of a process, which cannot know what the one before it took: share a " +
        "nonceStore, or, while you develop, give createMemoryNonceStore({ allowReplayAfterStart: true }).",
  };
}
