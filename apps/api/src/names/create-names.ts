import { apiErrors, type NameResponse } from "@agent-registry/protocol";
import {
  type Clock,
  createRateLimiter,
  HttpError,
  type Logger,
  toRetryAfterSeconds,
} from "@agent-registry/service";
import { LRUCache } from "lru-cache";
import { Counter } from "prom-client";
import type { Address, Client } from "viem";
import { getCode } from "viem/actions";
import { createRpcNode, type RpcNode } from "../chain/rpc-node.ts";
import { createNameClient, findBasename, findEnsName } from "./find-name.ts";

const TTL_MS = { found: 3_600_000, none: 600_000, failed: 60_000 };
const MAX_KEPT = 10_000;
/** The nodes are the operator's, and any client may ask: each look-up is up to eight calls. */
const LOOKUPS_PER_MINUTE = 60;
const LOOKUPS_AT_ONCE = 8;
/** Of a look-up's time, so that within it another node can be asked. */
const NODE_SHARE = 0.4;
/** The code of an account with a key that has lent itself code (EIP-7702): its key is the same on every chain. */
const DELEGATED = "0xef0100";

type FoundName = Pick<NameResponse, "name" | "source"> & { checkedAtMs: number; expiresAtMs: number };
export type Names = ReturnType<typeof createNames>;

type NamesOptions = {
  /** Nodes of Ethereum for ENS, and of Base for Basenames. Without both, no address has a name. */
  ensRpcUrls: readonly string[];
  basenameRpcUrls: readonly string[];
  /** Of the register's own chain. */
  rpcUrls: readonly string[];
  clock: Clock;
  logger: Logger;
  /** How long a look-up may take, all in all. */
  lookupMs?: number;
};

/** The names by which people know an address: kept for a while, and asked for seldom enough for any node. */
export function createNames(options: NamesOptions) {
  const { clock, logger, lookupMs = 5_000 } = options;
  const open = (urls: readonly string[]) =>
    urls.map((url) => createRpcNode({ url, timeoutMs: lookupMs * NODE_SHARE }));
  const register = open(options.rpcUrls);
  const sources = [
    { source: "ens" as const, nodes: open(options.ensRpcUrls), find: findEnsName },
    { source: "basename" as const, nodes: open(options.basenameRpcUrls), find: findBasename },
  ].filter(({ nodes }) => nodes.length > 0);
  const kept = new LRUCache<Address, FoundName>({ max: MAX_KEPT });
  const pending = new Map<Address, Promise<FoundName>>();
  const limiter = createRateLimiter({ limitPerMinute: LOOKUPS_PER_MINUTE, clock });
  const lookups = new Counter({
    name: "agent_registry_api_name_lookups_total",
    help: "Names of addresses asked of ENS or Basenames: found, none, failed (no node answered), or refused (too many)",
    labelNames: ["result"],
    registers: [],
  });
  for (const result of ["found", "none", "failed", "refused"]) lookups.inc({ result }, 0);

  function requireTurn(): void {
    const nowMs = clock.now();
    const isFull = pending.size >= LOOKUPS_AT_ONCE;
    const { isAllowed, endsAtMs } = isFull ? { isAllowed: false, endsAtMs: nowMs } : limiter.take("names");
    if (isAllowed) return;
    lookups.inc({ result: "refused" });
    const headers = { "Retry-After": String(toRetryAfterSeconds({ endsAtMs, nowMs })) };
    throw new HttpError(503, apiErrors.tooManyNames, { headers });
  }

  async function ask(address: Address) {
    const signal = AbortSignal.timeout(lookupMs);
    let outcome: keyof typeof TTL_MS = "none";
    const onFailure = () => {
      outcome = "failed";
    };
    /** Undefined if no node answers, or if what a stranger's contract answers cannot be read. */
    const attempt = <T>(nodes: RpcNode[], work: (client: Client) => Promise<T>) =>
      work(createNameClient({ nodes, logger, signal, onFailure })).catch(() => undefined);
    const code = await attempt(register, async (client) => (await getCode(client, { address })) ?? "none");
    // On another chain, the address of a contract may belong to another holder.
    const isKey = code === "none" || code?.startsWith(DELEGATED) === true;
    for (const { source, nodes, find } of isKey ? sources : []) {
      const name = await attempt(nodes, (client) => find(client, address));
      if (name !== undefined) return { outcome: "found" as const, name, source };
    }
    return { outcome, name: null, source: null };
  }

  async function lookUp(address: Address): Promise<FoundName> {
    const { outcome, name, source } = await ask(address);
    lookups.inc({ result: outcome });
    const checkedAtMs = clock.now();
    const found = { name, source, checkedAtMs, expiresAtMs: checkedAtMs + TTL_MS[outcome] };
    kept.set(address, found);
    return found;
  }

  return {
    /** What came of the look-ups. */
    lookups,

    /** The checked name of an address. Throws 503 if it is not known and may not be asked for now. */
    async find(address: Address): Promise<FoundName> {
      const nowMs = clock.now();
      if (sources.length === 0)
        return { name: null, source: null, checkedAtMs: nowMs, expiresAtMs: nowMs + TTL_MS.none };
      const known = kept.get(address);
      if (known !== undefined && nowMs < known.expiresAtMs) return known;
      const running = pending.get(address);
      if (running !== undefined) return running;
      requireTurn();
      const asking = lookUp(address).finally(() => pending.delete(address));
      pending.set(address, asking);
      return asking;
    },
  };
}
