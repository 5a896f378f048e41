import type { Logger } from "@agent-registry/service";
import { type Address, type Hex, numberToHex } from "viem";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";

/** The contracts that are asked may be anybody's: so much may they compute, and by its price so much may they answer. */
const CALL_GAS = 10_000_000;
/** In hex: more than any contract's code, and far more than a name. */
const MAX_ANSWER_LENGTH = 200_000;
/** Nodes agree on no code for a call that failed, so the words decide. */
const FAILED_CALL = /revert|gas|opcode|jump|stack/i;
const REVERTED = 3;

export type AskNodes = {
  /** What a contract answers; undefined if it refuses, or wants the answer fetched elsewhere (CCIP-Read). */
  call(question: { to: Address; data: Hex; signal: AbortSignal }): Promise<Hex | undefined>;
  getCode(address: Address, signal: AbortSignal): Promise<Hex>;
};

/** Asks the first node that answers. Throws an `RpcError` if none does. */
export function createAskNodes({ nodes, logger }: { nodes: readonly RpcNode[]; logger: Logger }): AskNodes {
  async function ask(method: string, params: unknown[], signal: AbortSignal): Promise<Hex> {
    let failure = new RpcError("unavailable", `${method}: there is no node to ask`);
    for (const node of nodes) {
      try {
        const answer = await node.request(method, params, signal);
        if (isBytes(answer)) return answer;
        failure = new RpcError("untrue", `${method}: the answer is not bytes, or far too many`);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (isOfContract(error)) throw error;
        failure = signal.aborted ? new RpcError("timeout", `${method}: no answer in time`) : error;
      }
      const { message: reason, said } = failure;
      logger.warn({ rpc: node.name, reason, said }, "An RPC node could not be asked for a name");
      if (signal.aborted) break;
    }
    throw failure;
  }

  return {
    async call({ to, data, signal }) {
      try {
        return await ask("eth_call", [{ to, data, gas: numberToHex(CALL_GAS) }, "latest"], signal);
      } catch (error) {
        if (error instanceof RpcError && isOfContract(error)) return undefined;
        throw error;
      }
    },

    getCode: (address, signal) => ask("eth_getCode", [address, "latest"], signal),
  };
}

function isBytes(answer: unknown): answer is Hex {
  return (
    typeof answer === "string" &&
    answer.length <= MAX_ANSWER_LENGTH &&
    answer.length % 2 === 0 &&
    /^0x[0-9a-f]*$/i.test(answer)
  );
}

/** Whether it is the contract that failed, and not the node. */
function isOfContract({ code, said }: RpcError): boolean {
  return code !== undefined && (code === REVERTED || FAILED_CALL.test(said ?? ""));
}
