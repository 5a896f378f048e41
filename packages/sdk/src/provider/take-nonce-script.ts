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
