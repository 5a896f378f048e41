import type { Logger } from "@agent-registry/service";
import { createClient, custom, type Hex, numberToHex } from "viem";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";
import { CONTRACTS } from "./find-name.ts";

/** The contracts that are asked may be a stranger's: this bounds what they compute and, by its price, what they answer. */
const CALL_GAS = numberToHex(10_000_000);
/** In hex: more than any contract's code, and far more than a name. */
const MAX_ANSWER_LENGTH = 200_000;
/** Nodes agree on no code for a call that failed, so the words decide. */
const FAILED_CALL = /revert|gas|opcode|jump|stack/i;
const REVERTED = 3;

type Options = { nodes: readonly RpcNode[]; logger: Logger; signal: AbortSignal; onFailure: () => void };
type Call = { method: string; params: [{ to?: string }, ...unknown[]] };

/**
 * viem's client over the first node that answers; `onFailure` is called if none does. A contract that wants its answer
 * fetched from a server (CCIP-Read) has none.
 */
export function createNameClient({ nodes, logger, signal, onFailure }: Options) {
  async function ask(node: RpcNode, { method, params }: Call): Promise<Hex> {
    const [call, ...rest] = params;
    const limited = method === "eth_call" ? [{ ...call, gas: CALL_GAS }, ...rest] : params;
    const answer = await node.request(method, limited, signal);
    if (!isBytes(answer)) throw new RpcError("untrue", `${method}: the answer is not bytes, or far too many`);
    const contract = answer === "0x" && CONTRACTS[call.to ?? ""];
    if (contract) throw new RpcError("untrue", `${method}: this node's chain has no ${contract}`);
    return answer;
  }

  async function request(call: Call): Promise<Hex> {
    for (const node of nodes) {
      try {
        return await ask(node, call);
      } catch (error) {
        if (!(error instanceof RpcError) || isOfContract(error)) throw error;
        const reason = signal.aborted ? `${call.method}: no answer in time` : error.message;
        logger.warn(
          { rpc: node.name, reason, said: error.said },
          "An RPC node could not be asked for a name",
        );
      }
    }
    onFailure();
    throw new RpcError("unavailable", `${call.method}: no node answered`);
  }

  return createClient({ ccipRead: false, transport: custom({ request }, { retryCount: 0 }) });
}

function isBytes(answer: unknown): answer is Hex {
  const isShort = typeof answer === "string" && answer.length <= MAX_ANSWER_LENGTH;
  return isShort && /^0x([0-9a-f]{2})*$/i.test(answer);
}

/** Whether it is the contract that failed, and not the node. */
function isOfContract({ code, said }: RpcError): boolean {
  return code !== undefined && (code === REVERTED || FAILED_CALL.test(said ?? ""));
}
