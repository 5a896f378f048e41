import type { Clock, Logger } from "@agent-registry/service";
import { createRpcNode } from "../chain/rpc-node.ts";
import { createAskNodes } from "./ask-nodes.ts";
import { createBasenames } from "./basenames.ts";
import { createNames, type Names } from "./create-names.ts";
import { createEnsNames } from "./ens-names.ts";

const LOOKUP_MS = 5_000;
/** Of a look-up's time, so that within it another node can be asked. */
const NODE_SHARE = 0.4;
/** An account with a key, which has lent itself code (EIP-7702): its key is the same on every chain. */
const DELEGATED = "0xef0100";

/** The names that the given nodes know: of Ethereum for ENS, of Base for Basenames. Without both, nobody has one. */
export function openNames(options: {
  ensRpcUrls: readonly string[];
  basenameRpcUrls: readonly string[];
  /** Of the register's own chain. */
  rpcUrls: readonly string[];
  clock: Clock;
  logger: Logger;
  lookupMs?: number;
}): Names {
  const { ensRpcUrls, basenameRpcUrls, rpcUrls, clock, logger, lookupMs = LOOKUP_MS } = options;
  const open = (urls: readonly string[]) =>
    createAskNodes({
      nodes: urls.map((url) => createRpcNode({ url, timeoutMs: lookupMs * NODE_SHARE })),
      logger,
    });
  const register = open(rpcUrls);
  return createNames({
    sources: [
      ...(ensRpcUrls.length === 0 ? [] : [createEnsNames(open(ensRpcUrls))]),
      ...(basenameRpcUrls.length === 0 ? [] : [createBasenames(open(basenameRpcUrls))]),
    ],
    async isContract(address, signal) {
      const code = await register.getCode(address, signal);
      return code !== "0x" && !code.startsWith(DELEGATED);
    },
    clock,
    logger,
    lookupMs,
  });
}
