import { relayErrors } from "@agent-registry/protocol";
import { toRateKeys } from "@agent-registry/service";
import { type Counters, type CountersView, type Limit, toSignerKey } from "../ledger/counters.ts";
import type { CountedCheck, CountedInput } from "./relay-check.ts";

/** After an address has used up its hour, this many more requests are checked in the specified order. */
const CHECKS_BEYOND_LIMIT = 20;
/** In an hour, this many requests that the chain finds invalid are checked beside those that count. */
const INVALID_CHECKS = 600;

type IpLimitOptions = { ip: string; limitPerHour: number };

/**
 * The counters of an address, with what each may reach in an hour. The narrowest network comes first: what it
 * refuses uses up nothing of the wider ones.
 */
export function toIpLimits({ ip, limitPerHour }: IpLimitOptions) {
  const toLimits = (kind: string, limit: number): Limit[] =>
    toRateKeys(ip).map(({ key, times }) => ({ key: `${kind}:${key}`, limit: limit * times }));
  return {
    counted: toLimits("ip", limitPerHour),
    beyond: toLimits("beyond", CHECKS_BEYOND_LIMIT),
    invalid: toLimits("invalid", limitPerHour + INVALID_CHECKS),
  };
}

type ChainQuotaDeps = { counters: Pick<Counters, "take">; limitPerHour: number };

/**
 * Only the chain can say whether a signature is valid, and that comes before the limits. So each request costs a
 * call to the node, even one that will be refused for its address in any case; and a node throttles those who
 * ask too much. From an address that has used up its hour, few more are checked.
 */
export function createChainQuotaCheck({ counters, limitPerHour }: ChainQuotaDeps) {
  const toAsked = (ip: string) => {
    const { counted, invalid } = toIpLimits({ ip, limitPerHour });
    return { invalid, asked: [...counted, ...invalid] };
  };
  return {
    limits: ({ ip }: CountedInput) => toAsked(ip).asked,
    async check({ ip, counters: seen }: CountedInput & { counters: Pick<CountersView, "findFull"> }) {
      const { invalid, asked } = toAsked(ip);
      const full = seen.findFull(asked);
      if (full.length === 0) return null;
      const isInvalidFull = full.some(({ key }) => invalid.some((limit) => limit.key === key));
      const { beyond } = toIpLimits({ ip, limitPerHour });
      if (!isInvalidFull && (await counters.take(beyond)) === null) return null;
      const retryAfterSeconds = Math.max(...full.map((limit) => limit.retryAfterSeconds));
      return { status: 429 as const, error: relayErrors.ipRate(limitPerHour), retryAfterSeconds };
    },
  };
}

type HourlyRates = { limitPerIp: number; limitPerSigner: number };

/**
 * Step 3: first the address, then the signer. After the signature: a refused one uses no quota, and no stranger can
 * spend an agent's in its name.
 */
export function createHourlyRatesCheck({ limitPerIp, limitPerSigner }: HourlyRates): CountedCheck {
  const toSignerLimit = ({ request }: CountedInput) => ({
    key: toSignerKey(request.from),
    limit: limitPerSigner,
  });
  const limits = (input: CountedInput) => [
    ...toIpLimits({ ip: input.ip, limitPerHour: limitPerIp }).counted,
    toSignerLimit(input),
  ];
  return {
    limits,
    check(input) {
      const full = input.counters.take(limits(input));
      if (full === null) return null;
      const isSigner = full.key === toSignerLimit(input).key;
      const error = isSigner ? relayErrors.signerRate(limitPerSigner) : relayErrors.ipRate(limitPerIp);
      return { status: 429, error, retryAfterSeconds: full.retryAfterSeconds };
    },
  };
}
