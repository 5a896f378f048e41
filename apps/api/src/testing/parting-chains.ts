import { type LocalChain, type RpcHook, startChain } from "@agent-registry/testkit";
import { toHex } from "viem";

type Json = Record<string, unknown>;
type RawBlock = Json & { number: string; hash: string; timestamp: string; transactions: Json[] };

/**
 * Two real chains that have the same blocks until the test lets them part: what one of them mines the other repeats, with
 * the same times, and both then have the same hashes.
 */
export async function startPartingChains({ ageSeconds = 600 } = {}) {
  const initialDate = new Date((Math.floor(Date.now() / 1_000) - ageSeconds) * 1_000).toISOString();
  const [chain, branch] = await Promise.all([startChain({ initialDate }), startChain({ initialDate })]);

  return {
    chain,
    branch,
    /** Repeats on the branch what the chain has and the branch lacks. */
    async repeat(): Promise<void> {
      const newest = await readBlock(chain, "latest");
      const known = Number((await readBlock(branch, "latest")).number);
      for (let number = known + 1; number <= Number(newest.number); number += 1) {
        const block = await readBlock(chain, toHex(number));
        await ask(branch, "evm_setNextBlockTimestamp", [block.timestamp]);
        if (block.transactions.length === 0) await ask(branch, "evm_mine", []);
        // A transaction is mined at once; these chains have one in a block.
        for (const transaction of block.transactions) {
          await ask(branch, "eth_sendTransaction", [toRequest(transaction)]);
        }
      }
      const copy = await readBlock(branch, "latest");
      if (copy.hash !== newest.hash) throw new Error("The branch has another block than the chain");
    },
    stop: () => Promise.all([chain.stop(), branch.stop()]),
  };
}

/** A node whose newest block is this one, and stays so. */
export async function stopAtHead({ chain }: { chain: LocalChain }): Promise<RpcHook> {
  const newest = await ask(chain, "eth_getBlockByNumber", ["latest", false]);
  const limit = Number((newest as RawBlock).number);
  return ({ method, params: [at] }) => {
    if (method !== "eth_getBlockByNumber") return "pass";
    if (at === "latest") return () => newest;
    return Number(at) > limit ? () => null : "pass";
  };
}

/** Of a fork that came after this code: a part of the header has a name that is not known here. */
export function toUnknownFork(block: unknown): unknown {
  if (block === null) return null;
  const { mixHash, ...known } = block as Json;
  return { ...known, forkedHash: mixHash };
}

const SENT = ["from", "to", "gas", "value", "nonce", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

function toRequest(transaction: Json): Json {
  const fields = SENT.map((name) => [name, transaction[name]]).filter(([, value]) => value != null);
  return { ...Object.fromEntries(fields), data: transaction.input };
}

const readBlock = async (chain: LocalChain, at: string) =>
  (await ask(chain, "eth_getBlockByNumber", [at, true])) as RawBlock;

const ask = ({ reader }: LocalChain, method: string, params: unknown[]): Promise<unknown> =>
  reader.request({ method, params } as never);
