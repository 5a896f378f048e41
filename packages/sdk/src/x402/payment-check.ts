import type { Policy } from "@agent-registry/protocol";
import { type Address, getAddress, isAddress } from "viem";
import { parsePolicy } from "../actions/parse-arguments.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { settleWithin } from "../http/wait.ts";
import { createRegisterCheck, getStrangersPerSecond } from "../provider/ask-register.ts";
import { type Refusal, type RefusalReason, refuse } from "../provider/refusal.ts";
import { requirePositive } from "../provider/require-positive.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { systemNow } from "../system-now.ts";

const DEFAULT_TIMEOUT_MS = 10_000;

export type PaymentOptions = {
  registry: { client: RegistryClient };
  /** Whom to ask about a wallet; the chain unless only an API is configured. */
  source?: Source;
  /** What is asked for beyond compliance; by default the same as for `kya`. */
  policy?: Policy;
  /** How long the register may take (10,000); then the payment is stopped. */
  timeoutMs?: number;
  /** How many wallets that are not known to be admitted are looked up in a second (50); payments of others are stopped. */
  strangersPerSecond?: number;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** What a hook of x402 answers to stop a payment. The other side gets the reason alone. */
export type Stop = {
  abort: true;
  reason: RefusalReason | "payer-unknown" | "payee-unknown";
  message: string;
};

/** Whether a payment from or to a wallet has to be stopped. Does not throw if the register cannot be asked. */
export function createPaymentCheck(options: PaymentOptions): (wallet: Address) => Promise<Stop | undefined> {
  const { now = systemNow } = options;
  const { client } = options.registry;
  const timeoutMs = requirePositive(options, { name: "timeoutMs", byDefault: DEFAULT_TIMEOUT_MS });
  const askRegister = createRegisterCheck({
    client,
    // Chosen here, so that a register that is not configured is an error at the start, and not a silence for ever.
    source: chooseSource(client, options.source),
    policy: parsePolicy(options.policy),
    strangersPerSecond: getStrangersPerSecond(options),
    nowMs: () => now() * 1000,
  });

  return async function checkPayment(wallet) {
    const decision = await settleWithin(askRegister(wallet), timeoutMs).catch(() => undefined);
    if (decision === undefined) return toStop(refuse("register-unavailable"));
    return "refusal" in decision ? toStop(decision.refusal) : undefined;
  };
}

const toStop = ({ reason, error }: Refusal): Stop => ({ abort: true, reason, message: error });

/**
 * The result of the work, or the stop if it throws: x402 takes a hook that throws for one without objection.
 */
export async function stopIfThrown(
  stop: Stop,
  work: () => Promise<Stop | undefined>,
): Promise<Stop | undefined> {
  try {
    return await work();
  } catch {
    return stop;
  }
}

/** The members by which a payment is authorised: EIP-3009, and Permit2. */
const AUTHORIZATIONS: readonly string[] = ["authorization", "permit2Authorization"];

/**
 * Whose money a payment would take; undefined if that is not certain.
 *
 * Facilitators look for the member that they know and pass over the rest. So a payment with a member that is unknown here,
 * or with two authorisations, could name a compliant agent to us and charge another wallet.
 */
export function findPayer({ payload }: { payload: unknown }): Address | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const [authorization, ...others] = Object.entries(payload).filter(([name]) => name !== "signature");
  if (authorization === undefined || others.length > 0) return undefined;
  const [name, value] = authorization;
  return AUTHORIZATIONS.includes(name) ? toAddress(value?.from) : undefined;
}

const ADDRESS_LENGTH = 42;

/** An address in its usual spelling; undefined if the value is none, or is mistyped. */
export function toAddress(value: unknown): Address | undefined {
  // The length comes first: viem remembers what it is asked about, and strangers send texts of any length.
  if (typeof value !== "string" || value.length !== ADDRESS_LENGTH || !isAddress(value)) return undefined;
  return getAddress(value);
}
