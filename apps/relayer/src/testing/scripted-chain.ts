import { type ForwardRequest, minimalForwarderAbi } from "@agent-registry/protocol";
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseTransaction,
} from "viem";
import type { Chain, Receipt } from "../chain/create-chain.ts";
import type { BroadcastResult } from "../chain/nodes.ts";
import type { Simulation } from "../chain/simulator.ts";

export const GWEI = 10n ** 9n;
export const FORWARDER: Address = `0x${"f0".repeat(20)}`;

type SentTransaction = ReturnType<typeof toSent>;
type ScriptedReads =
  | "broadcast"
  | "readBlockHash"
  | "readLatestNonce"
  | "readPendingNonce"
  | "readPrices"
  | "readReceipt"
  | "readRecentPrices"
  | "simulate";

const ACCEPTED: BroadcastResult = { kind: "accepted", isUncertain: false, details: "" };

/**
 * A chain in memory that mines only if a test has it mine, and whose node works until a test makes it fail:
 * `answerNext` for broadcasts, `t.mock.method(chain, …)` for everything else.
 */
export function createScriptedChain({ nonce = 0 } = {}) {
  /** Everything that was handed to the node, in that order. */
  const sent: SentTransaction[] = [];
  const pool = new Map<number, SentTransaction>();
  const receipts = new Map<Hex, Receipt>();
  const nextAnswers: (Partial<BroadcastResult> | Promise<BroadcastResult>)[] = [];
  const prices = {
    feeEstimate: { baseFeePerGas: 10n * GWEI, tip: GWEI },
    toDataFee: (_bytes: number) => 0n,
  };
  let [latest, blockNumber] = [nonce, 100];

  const node: Pick<Chain, ScriptedReads> = {
    async broadcast(raw) {
      const transaction = toSent(raw);
      sent.push(transaction);
      const answer = nextAnswers.shift();
      if (answer !== undefined) return { ...ACCEPTED, ...(await answer) };
      if (transaction.nonce < latest) return { ...ACCEPTED, kind: "nonce-too-low" };
      pool.set(transaction.nonce, transaction);
      return ACCEPTED;
    },
    readLatestNonce: async () => latest,
    async readPendingNonce() {
      let pending = latest;
      while (pool.has(pending)) pending += 1;
      return pending;
    },
    readPrices: async () => prices,
    readRecentPrices: async () => prices,
    readReceipt: async (hash) => receipts.get(hash) ?? null,
    readBlockHash: async (number) => (number > blockNumber ? null : toBlockHash(number)),
    simulate: async () => ({ kind: "succeeds" }) as Simulation,
  };

  return {
    ...node,
    sent,
    prices,
    /** What the node does with the next transaction that it is handed, in place of keeping it. */
    answerNext: (...answers: typeof nextAnswers) => void nextAnswers.push(...answers),
    /** The node has lost what was waiting. */
    forgetPool: () => pool.clear(),
    /** Another program has used the wallet's key. */
    spendNonce(): void {
      pool.delete(latest);
      latest += 1;
    },
    /** Mines what waits, as far as its nonces follow each other; requests of these signers fail. */
    mine({ count = pool.size, failing = [] as Address[] } = {}): void {
      blockNumber += 1;
      for (let left = count; left > 0; left -= 1) {
        const transaction = pool.get(latest);
        if (transaction === undefined) return;
        pool.delete(latest);
        latest += 1;
        receipts.set(transaction.hash, toReceipt({ transaction, blockNumber, failing }));
      }
    },
  };
}

/** A receipt with the forwarder's events for the requests of a transaction. */
export function toReceipt(options: {
  transaction: Pick<SentTransaction, "hash" | "requests">;
  blockNumber?: number;
  failing?: Address[];
}): Receipt {
  const { transaction, blockNumber = 100, failing = [] } = options;
  const logs = transaction.requests.map(({ from, nonce }) => ({
    address: FORWARDER,
    topics: encodeEventTopics({ abi: minimalForwarderAbi, eventName: "RequestForwarded", args: { from } }),
    data: encodeAbiParameters([{ type: "uint256" }, { type: "bool" }], [nonce, !failing.includes(from)]),
  }));
  const receipt = {
    transactionHash: transaction.hash,
    blockNumber: numberToHex(blockNumber),
    blockHash: toBlockHash(blockNumber),
    gasUsed: numberToHex(100_000),
    effectiveGasPrice: numberToHex(3n * GWEI),
    logs,
  };
  return receipt as unknown as Receipt;
}

const toBlockHash = (number: number) => pad(numberToHex(number), { size: 32 });

function toSent(raw: Hex) {
  const parsed = parseTransaction(raw as `0x02${string}`);
  const { nonce = 0, to, data = "0x", chainId, gas = 0n } = parsed;
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed;
  const call = decodeFunctionData({ abi: minimalForwarderAbi, data });
  const carried = call.functionName === "execute" ? [call.args[0]] : (call.args?.[0] ?? []);
  const requests = carried as readonly ForwardRequest[];
  return { raw, hash: keccak256(raw), nonce, to, chainId, gas, maxFeePerGas, maxPriorityFeePerGas, requests };
}
