import {
  type AgentRegistry,
  type AgentStatus,
  RegistryError,
  type RegistryErrorReason,
} from "@agent-registry/sdk";
import type { Address } from "viem";
import { requireOwnAgreement } from "./parties/require-own-agreement.ts";
import { toErrorLine } from "./terminal/errors.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Attestations hold for 7 days and must be renewed within 6: renewing after 5 leaves a day for outages. */
const RENEW_AFTER_SECONDS = 5 * DAY_SECONDS;
const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 15 * 60;
/** Timers count up to 24.8 days; a longer one fires at once. */
const MAX_SLEEP_SECONDS = DAY_SECONDS;

export type WatchEvent = {
  at: string;
  event: "waiting" | "attested" | "suspended" | "retrying" | "stopped";
  message: string;
  agentId?: number;
};

type WatchOptions = {
  registry: Pick<AgentRegistry, "getAgent" | "getConsents" | "attest">;
  /** Whose key signs. */
  address: Address;
  getAgentId: () => Promise<number>;
  checkEverySeconds: number;
  report: (event: WatchEvent) => void;
  signal: AbortSignal;
};

type Plan =
  | { kind: "attest" }
  | { kind: "wait"; seconds: number }
  | { kind: "suspended" }
  | { kind: "over"; status: AgentStatus };

/** What an agent with this status and attestation needs now. */
export function planAttestation(standing: { status: AgentStatus; secondsSinceAttestation: number }): Plan {
  if (standing.status === "Suspended") return { kind: "suspended" };
  if (standing.status !== "Active") return { kind: "over", status: standing.status };
  const seconds = RENEW_AFTER_SECONDS - standing.secondsSinceAttestation;
  return seconds <= 0 ? { kind: "attest" } : { kind: "wait", seconds };
}

/** Keeps an agent compliant until the signal aborts; throws if that cannot succeed any more. */
export async function watchAttestation(options: WatchOptions): Promise<void> {
  const { checkEverySeconds, signal } = options;
  const say = createReporter(options.report);
  let failures = 0;
  while (!signal.aborted) {
    let seconds = checkEverySeconds;
    try {
      seconds = Math.min(seconds, await attestIfDue({ ...options, say }));
      failures = 0;
    } catch (error) {
      if (isHopeless(error)) throw error;
      seconds = Math.min(seconds, MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** failures++);
      say({ event: "retrying", message: `${toErrorLine(error)} Trying again.` });
    }
    await sleep({ seconds, signal });
  }
  say({ event: "stopped", message: "Stopped watching." });
}

/** Returns for how many seconds nothing will be due. */
async function attestIfDue(options: WatchOptions & { say: Say }): Promise<number> {
  const { registry, address, getAgentId, say } = options;
  const agentId = await getAgentId();
  const { agent, compliance } = await registry.getAgent({ agentId });
  const plan = planAttestation(compliance);
  if (plan.kind === "over") throw new FinalStatusError({ agentId, status: plan.status });
  // Even if nothing is due: the owner of the wallet should hear of the record now, not in five days.
  await requireOwnAgreement({ registry, address, agent });
  if (plan.kind === "suspended") {
    say({ event: "suspended", agentId, message: `Agent ${agentId} is suspended; waiting for a regulator.` });
    return Number.POSITIVE_INFINITY;
  }
  if (plan.kind === "wait") {
    const days = (plan.seconds / DAY_SECONDS).toFixed(1);
    say({
      event: "waiting",
      agentId,
      message: `Agent ${agentId} is compliant; attests again in ${days} days.`,
    });
    return plan.seconds;
  }
  const { transactionHash } = await registry.attest({ agentId });
  say({
    event: "attested",
    agentId,
    message: `Agent ${agentId} attested in transaction ${transactionHash}.`,
  });
  return RENEW_AFTER_SECONDS;
}

/** The agent was revoked or terminated. The contract's own "agent-not-active" also covers suspended agents. */
class FinalStatusError extends RegistryError {
  constructor({ agentId, status }: { agentId: number; status: AgentStatus }) {
    super({
      reason: "agent-not-active",
      message: `Agent ${agentId} is ${status}, which is final: there is nothing left to attest.`,
    });
  }
}

const HOPELESS: ReadonlySet<RegistryErrorReason> = new Set([
  "not-authorized",
  "agent-not-found",
  "unknown-wallet",
  "missing-key",
  "missing-configuration",
  "invalid-input",
]);

/**
 * Any other error is taken for an outage, since ending the watch would let the agent lapse unnoticed. So is a
 * refused attestation ("agent-not-active"): the next check shows whether the new status is final.
 */
function isHopeless(error: unknown): boolean {
  return error instanceof FinalStatusError || (error instanceof RegistryError && HOPELESS.has(error.reason));
}

type Say = (event: Omit<WatchEvent, "at">) => void;

/** Reports changes, not every check. */
function createReporter(report: (event: WatchEvent) => void): Say {
  let last = "";
  return (event) => {
    const key = event.event === "waiting" ? event.event : `${event.event} ${event.message}`;
    if (key === last) return;
    last = key;
    report({ at: new Date().toISOString(), ...event });
  };
}

function sleep({ seconds, signal }: { seconds: number; signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(seconds, MAX_SLEEP_SECONDS) * 1000);
    signal.addEventListener("abort", done);
  });
}
