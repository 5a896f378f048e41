import { systemNow } from "../system-now.ts";
import {
  MAX_CLOCK_DIFFERENCE_SECONDS,
  MAX_NONCES_PER_WALLET,
  type NonceStore,
  parseTaking,
} from "./nonce-store.ts";
import { requirePositive } from "./require-positive.ts";

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

/** The Lua script by which Redis takes a nonce. Nothing else runs meanwhile, so that of several processes one gets it. */
// Stryker disable next-line StringLiteral: Only a real Redis runs the script: nonce-store-shared.integration.test.ts fails without it.
export const TAKE_NONCE_SCRIPT = `
local nonces, state = KEYS[1], KEYS[2]
local wallet, nonce, ttlSeconds, takeableFrom, rememberedFrom, maxPerWallet, maxTotal = unpack(ARGV)
local entry = wallet .. ':' .. nonce

-- On the server's own clock, so that it does not matter whether it agrees with the clocks of the processes.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- A server that was restarted has another run id, and so has the replica that stands in for a lost one. If either
-- key was evicted or deleted, the numbers differ. Then it begins to remember anew.
local server = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''
local known = redis.call('HMGET', state, 'server', 'total')
if known[1] ~= server or tonumber(known[2]) ~= redis.call('ZCARD', nonces) then
  redis.call('DEL', nonces, state)
  redis.call('HSET', state, 'server', server, 'total', 0, 'rememberedFrom', rememberedFrom)
end

-- More than are added, so that none pile up; few enough that nobody waits.
local expired = redis.call('ZRANGEBYSCORE', nonces, '-inf', now, 'LIMIT', 0, 100)
for _, old in ipairs(expired) do
  local owner = string.sub(old, 1, #wallet)
  redis.call('ZREM', nonces, old)
  redis.call('HINCRBY', state, 'total', -1)
  if redis.call('HINCRBY', state, owner, -1) <= 0 then redis.call('HDEL', state, owner) end
end

if redis.call('ZSCORE', nonces, entry) then return 'used' end
local counts = redis.call('HMGET', state, 'rememberedFrom', wallet, 'total')
if tonumber(takeableFrom) <= tonumber(counts[1]) then return 'unknown' end
if tonumber(counts[2] or 0) >= tonumber(maxPerWallet) then return 'full' end
if tonumber(counts[3]) >= tonumber(maxTotal) then return 'full' end
redis.call('ZADD', nonces, now + ttlSeconds * 1000, entry)
redis.call('HINCRBY', state, wallet, 1)
redis.call('HINCRBY', state, 'total', 1)
return 'taken'
`;
