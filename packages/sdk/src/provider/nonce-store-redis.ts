import { systemNow } from "../system-now.ts";
import {
  MAX_CLOCK_DIFFERENCE_SECONDS,
  MAX_NONCES_PER_WALLET,
  type NonceStore,
  parseTaking,
} from "./nonce-store.ts";
import { requirePositive } from "./require-positive.ts";
import { TAKE_NONCE_SCRIPT } from "./take-nonce-script.ts";

/** What is used of a client of `redis` (node-redis), so that this package does not depend on it. */
type NodeRedisClient = {
  eval(script: string, input: { keys: string[]; arguments: string[] }): Promise<unknown>;
};
/** What is used of a client of `ioredis`. */
type IoredisClient = {
  call(command: string, ...args: string[]): Promise<unknown>;
};

type Options = {
  /** A connected client of `redis` or of `ioredis`. */
  client: NodeRedisClient | IoredisClient;
  /** How the names of the two keys begin. What stands in braces puts them on one node of a cluster. */
  keyPrefix?: string;
  maxPerWallet?: number;
  maxTotal?: number;
  /** Seconds since the epoch. */
  now?: () => number;
};

/**
 * Nonces in Redis, for providers that run as several processes, or that serve agents at once after a restart. If
 * Redis has lost its memory (restart, failover, eviction), it takes no proof that may have been used before.
 *
 * @example
 * const client = await createClient({ url, disableOfflineQueue: true }).connect(); // or new Redis(url) of ioredis
 * app.use(requireCompliantAgent({ registry, hosts, nonceStore: createRedisNonceStore({ client }) }));
 */
export function createRedisNonceStore(options: Options): NonceStore {
  const { client, keyPrefix = "{agent-request}", now = systemNow } = options;
  const maxPerWallet = requirePositive(options, { name: "maxPerWallet", byDefault: MAX_NONCES_PER_WALLET });
  const maxTotal = requirePositive(options, { name: "maxTotal", byDefault: 1_000_000 });
  const keys = [`${keyPrefix}:nonces`, `${keyPrefix}:state`];

  return {
    async take({ wallet, nonce, takeableFrom, expiresAt }) {
      const time = now();
      const ttlSeconds = expiresAt - time;
      // It may have been pruned already.
      if (ttlSeconds <= 0) return "used";
      const rememberedFrom = time + MAX_CLOCK_DIFFERENCE_SECONDS;
      const answer = await evaluate({
        client,
        keys,
        values: [
          wallet.toLowerCase(),
          nonce,
          ...[ttlSeconds, takeableFrom, rememberedFrom, maxPerWallet, maxTotal].map(String),
        ],
      });
      return parseTaking(answer);
    },
  };
}

function evaluate(input: { client: Options["client"]; keys: string[]; values: string[] }): Promise<unknown> {
  const { client, keys, values } = input;
  if ("call" in client) {
    return client.call("EVAL", TAKE_NONCE_SCRIPT, String(keys.length), ...keys, ...values);
  }
  return client.eval(TAKE_NONCE_SCRIPT, { keys, arguments: values });
}
