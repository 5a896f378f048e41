import { decodeJwt } from "jose";
import { type Address, getAddress } from "viem";
import type { OfflineKya } from "../offline/create-offline-kya.ts";
import type { OfflineDecision } from "../offline/known-agents.ts";
import type { WalletDecision } from "./decision.ts";
import { describeCause, quote, type ReportProblem } from "./problems.ts";
import { type OtherReason, type Refusal, refuse, refuseAgent } from "./refusal.ts";

/** The header with an agent's binding: the register's signed statement of who the agent is. */
export const BINDING_HEADER = "agent-binding";

type Options = {
  offline: OfflineKya;
  /** Asks about a wallet that cannot be decided about offline; without it, the wallet is refused. */
  askRegister?: ((wallet: Address) => Promise<WalletDecision>) | undefined;
  report: ReportProblem;
};

/** Decides about a wallet, which is checksummed, by the binding that it brings along and the register's lists. */
export function createOfflineCheck({ offline, askRegister, report }: Options) {
  return async function checkOffline(wallet: Address, token: string | undefined): Promise<WalletDecision> {
    const fault = token === undefined ? undefined : await addBinding(offline, { wallet, token, report });
    const decision = offline.decide(wallet);
    const held = offline.find(wallet);
    // A binding that is no newer than the held one was not verified, so it is no ground of the decision.
    const binding = held !== undefined && token?.endsWith(`.${held.signature}`) ? token : undefined;
    const basis = { kind: "offline", decision, binding, list: offline.findList(wallet) } as const;
    if (held !== undefined && decision.verdict === "compliant") {
      const haftungsperson = getAddress(held.haftungsperson);
      return { agent: { agentId: held.agentId, agentWallet: wallet, haftungsperson }, basis };
    }
    if (!isFinal(decision) && askRegister !== undefined) return askRegister(wallet);
    const refusal = toRefusal(decision, fault);
    if (refusal.reason === "register-unavailable")
      report({
        reason: refusal.reason,
        message: `No list of the register is at hand that holds (${decision.reason}): onProblem of createOfflineKya says why.`,
      });
    return { refusal, basis };
  };
}

/** Else the list or the binding may be older than what the register would say. */
function isFinal({ reason }: OfflineDecision): boolean {
  return reason === "suspended" || reason === "revoked-or-terminated";
}

/** Why the binding does not count; undefined if it does. One that was verified before may still decide. */
async function addBinding(
  offline: OfflineKya,
  { wallet, token, report }: { wallet: Address; token: string; report: ReportProblem },
): Promise<OtherReason | undefined> {
  try {
    const binding = await offline.addBinding(token);
    return binding.wallet === wallet.toLowerCase() ? undefined : "invalid-binding";
  } catch (error) {
    const { name, reason } = error as { name?: unknown; reason?: unknown };
    const fault = toFault(name === "UntrustedToken" ? reason : undefined);
    // An agent whose binding has ended fetches another one: nothing for the operator to do.
    if (fault !== "expired-binding") {
      const message = `A binding ${describeOrigin(token)} does not count: ${describeCause(error)}`;
      report({ reason: fault, message, cause: error });
    }
    return fault;
  }
}

function toFault(reason: unknown) {
  if (reason === undefined || reason === "keys-unavailable") return "register-unavailable";
  return reason === "expired" ? "expired-binding" : "invalid-binding";
}

/** What it says of itself, which is not believed. */
function describeOrigin(token: string): string {
  try {
    const { iss, registry } = decodeJwt(token);
    return `by ${quote(iss)} of the register ${quote(registry)}`;
  } catch {
    return "that is no token";
  }
}

const UNDECIDED: Record<Extract<OfflineDecision, { verdict: "unknown" | "ask" }>["reason"], OtherReason> = {
  "no-binding": "missing-binding",
  "binding-expired": "expired-binding",
  "no-list": "register-unavailable",
  "list-expired": "register-unavailable",
  "not-vouched-for": "not-vouched-for",
  "other-certificate": "haftungsperson-not-certified",
};

function toRefusal(decision: OfflineDecision, fault: OtherReason | undefined): Refusal {
  switch (decision.verdict) {
    case "unknown":
      return refuse(
        decision.reason === "no-binding" && fault !== undefined ? fault : UNDECIDED[decision.reason],
      );
    case "ask":
      return refuse(UNDECIDED[decision.reason]);
    case "non-compliant":
      return refuseAgent(decision.reason, decision.agentId);
    case "compliant":
      // Its binding ended between two looks at the clock.
      return refuse("expired-binding");
  }
}
