import { ATTESTATION_VALIDITY_SECONDS, CACHE_TTL_MS, type Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import { kya } from "../actions/kya.ts";
import type { KyaVerdict } from "../actions/kya-finding.ts";
import { requireNotaries } from "../actions/parse-arguments.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import type { WalletDecision } from "./decision.ts";
import { refuse, refuseWallet } from "./refusal.ts";
import { requirePositive } from "./require-positive.ts";
import { createTokenBucket } from "./token-bucket.ts";

type Options = {
  client: RegistryClient;
  source: Source | undefined;
  policy: Policy;
  strangersPerSecond: number;
  nowMs: () => number;
};

const DEFAULT_STRANGERS_PER_SECOND = 50;

/** How many wallets that are not known to be admitted are looked up in a second. */
export const getStrangersPerSecond = (options: { strangersPerSecond?: number }): number =>
  requirePositive(options, { name: "strangersPerSecond", byDefault: DEFAULT_STRANGERS_PER_SECOND });

/** Asks the register about a wallet, at most once a minute, and few times a second about wallets that it does not know. */
export function createRegisterCheck({ client, source, policy, strangersPerSecond, nowMs }: Options) {
  // An error at the start, not at the first request.
  if (chooseSource(client, source) === "chain") requireNotaries(policy);
  const notaries = policy.certified?.notaries;
  const findVerdict = createVerdictCache({
    check: (wallet) => kya(client, { wallet, source, policy }),
    policy,
    mayAskAboutStranger: createTokenBucket({ perSecond: strangersPerSecond, now: nowMs }),
    now: nowMs,
  });

  return async function askRegister(wallet: Address): Promise<WalletDecision> {
    const verdict = await findVerdict(wallet);
    if (verdict === undefined) return { refusal: refuse("too-many-requests") };
    const basis = { kind: "verdict", verdict, notaries } as const;
    const { agent } = verdict;
    return agent === null || !verdict.admissible
      ? { refusal: refuseWallet(verdict), basis }
      : { agent, basis };
  };
}

/**
 * Short, so that an agent that has just registered, or has just been agreed to, is served soon. What rests on a certificate
 * is kept no longer: an answer does not say when that ends.
 */
const SHORT_TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

type Entry = { verdict: KyaVerdict; expiresAt: number };
type CacheOptions = {
  check: (wallet: Address) => Promise<KyaVerdict>;
  /** How long a verdict holds depends on what is asked for. */
  policy?: Pick<Policy, "maxAttestationAgeSeconds" | "certified">;
  /** Whether one more look-up of a wallet that is not known to be admitted is allowed at this moment. */
  mayAskAboutStranger?: () => boolean;
  now?: () => number;
};

/**
 * Asks the register once per wallet and minute, however many requests come at once. The minute runs
 * from when the register was read, so an answer from the API's own cache is not kept for two.
 *
 * The admitted are kept apart from the refused: a stranger who makes wallets by the thousand neither pushes
 * them out nor uses up their look-ups. Undefined if the register was not asked, since too many strangers came
 * at once.
 */
export function createVerdictCache({
  check,
  policy: { maxAttestationAgeSeconds = ATTESTATION_VALIDITY_SECONDS, certified } = {},
  mayAskAboutStranger = () => true,
  now = Date.now,
}: CacheOptions): (wallet: Address) => Promise<KyaVerdict | undefined> {
  const admitted = new Map<Address, Entry>();
  const refused = new Map<Address, Entry>();
  const pending = new Map<Address, Promise<KyaVerdict>>();
  const maxAgeMs = Math.min(maxAttestationAgeSeconds, ATTESTATION_VALIDITY_SECONDS) * 1000;
  const ttlMs = certified === undefined ? CACHE_TTL_MS.kya : SHORT_TTL_MS;

  async function ask(wallet: Address): Promise<KyaVerdict> {
    try {
      const verdict = await check(wallet);
      admitted.delete(wallet);
      refused.delete(wallet);
      const expiresAt = expiryOf({ verdict, maxAgeMs, ttlMs, now: now() });
      remember({ entries: verdict.admissible ? admitted : refused, wallet, entry: { verdict, expiresAt } });
      return verdict;
    } finally {
      pending.delete(wallet);
    }
  }

  return async function findVerdict(wallet) {
    const known = admitted.get(wallet) ?? refused.get(wallet);
    if (known !== undefined && known.expiresAt > now()) return known.verdict;
    const running = pending.get(wallet);
    if (running !== undefined) return running;
    if (!admitted.has(wallet) && !mayAskAboutStranger()) return undefined;
    const asking = ask(wallet);
    pending.set(wallet, asking);
    return asking;
  };
}

/** Evicts the oldest: forgetting a verdict only costs asking again. */
function remember(input: { entries: Map<Address, Entry>; wallet: Address; entry: Entry }): void {
  const { entries, wallet, entry } = input;
  if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value as Address);
  entries.set(wallet, entry);
}

function expiryOf(input: { verdict: KyaVerdict; maxAgeMs: number; ttlMs: number; now: number }): number {
  const { verdict, maxAgeMs, ttlMs, now } = input;
  const checkedAt = Math.min(Date.parse(verdict.checkedAt), now);
  // Stryker disable next-line ConditionalExpression: Only the compiler reads it: every policy refuses a wallet that has no agent.
  if (!verdict.admissible || verdict.agent === null) return checkedAt + SHORT_TTL_MS;
  const agesAt = Date.parse(verdict.agent.lastAttestation) + maxAgeMs;
  return Math.min(checkedAt + ttlMs, Math.max(agesAt, now));
}
