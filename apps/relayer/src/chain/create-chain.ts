import { type ForwardRequest, minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import {
  type Address,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  fallback,
  type Hex,
  http,
  numberToHex,
  type RpcTransactionReceipt,
} from "viem";
import { encodeCall, type SignedForwardRequest } from "../send/encode-call.ts";
import type { Market } from "../send/fees.ts";
import { toGasLimit } from "../send/gas-limit.ts";
import { findRevertReason, isAnswer, isUndecodable, toRpcFailure } from "./rpc-error.ts";
import { createSharedRead } from "./shared-read.ts";
import { createSharedTrials } from "./shared-trials.ts";

/** What a request would do if it were sent now. */
export type Trial =
  | { kind: "succeeds" }
  | { kind: "invalid-signature" }
  | { kind: "reverts"; reason: string };

/** A receipt as nodes write it; OP-stack chains add the fee for the data on the parent chain. */
export type Receipt = RpcTransactionReceipt & { l1Fee?: Hex | null };

export type Chain = ReturnType<typeof createChain>;

type ChainOptions = {
  rpcUrls: readonly string[];
  forwarderAddress: Address;
  wallet: Address;
  clock: Clock;
  timeoutMs?: number;
};

const INVALID_SIGNATURE = /^MinimalForwarder: invalid signature/;

/** Everything that the relayer asks the chain. Each read throws `RpcFailure` where no node answers. */
export function createChain(options: ChainOptions) {
  const { rpcUrls, forwarderAddress, wallet, clock, timeoutMs = 10_000 } = options;
  const transports = rpcUrls.map((url) => http(url, { timeout: timeoutMs, retryCount: 0 }));
  const client = createPublicClient({
    transport: fallback(transports, { retryCount: 2, retryDelay: 100 }),
    cacheTime: 0,
  });
  const trySoon = createSharedTrials({ tryAlone, tryTogether });

  return {
    /** One client for each node, for what must not be repeated behind our back. */
    nodes: transports.map((transport) => createPublicClient({ transport })),

    readChainId: () => asked(client.getChainId()),
    readCode: (address: Address) => asked(client.getCode({ address })),
    /** The forwarder that a Registry believes; null where there is no Registry. */
    async readTrustedForwarder(registryAddress: Address): Promise<Address | null> {
      const trustedForwarder = { abi: registryAbi, functionName: "trustedForwarder" } as const;
      try {
        return await client.readContract({ ...trustedForwarder, address: registryAddress });
      } catch (error) {
        if (isAnswer(error) || findRevertReason(error) !== undefined || isUndecodable(error)) return null;
        throw toRpcFailure(error);
      }
    },
    /** Fresh for every caller, yet one call serves all who ask at the same time. */
    readBalance: createSharedRead(() => asked(client.getBalance({ address: wallet }))),
    /** How many of the wallet's transactions are mined: the number of the next. */
    readLatestNonce: createSharedRead(() => asked(readNonce("latest"))),
    /** The same, with what the node knows to be waiting. */
    readPendingNonce: createSharedRead(() => asked(readNonce("pending"))),

    async readForwarderNonce(address: Address): Promise<bigint> {
      const getNonce = {
        address: forwarderAddress,
        abi: minimalForwarderAbi,
        functionName: "getNonce",
      } as const;
      return await asked(client.readContract({ ...getNonce, args: [address] }));
    },

    async readReceipt(hash: Hex): Promise<Receipt | null> {
      return await asked(client.request({ method: "eth_getTransactionReceipt", params: [hash] }));
    },

    readMarket: createSharedRead(() => asked(readMarket())),

    async call({ to, data }: { to: Address; data: Hex }): Promise<Hex> {
      return await asked(
        client.request({ method: "eth_call", params: [{ from: wallet, to, data }, "latest"] }),
      );
    },

    /** Whether the forwarder accepts the request; says nothing of the call inside. */
    async verify(request: ForwardRequest, signature: Hex): Promise<Trial> {
      const verify = { abi: minimalForwarderAbi, functionName: "verify" } as const;
      const data = encodeFunctionData({ ...verify, args: [request, signature] });
      return await tryOut({ data, request, gas: undefined }, (returned) =>
        decodeFunctionResult({ ...verify, data: returned })
          ? { kind: "succeeds" }
          : { kind: "invalid-signature" },
      );
    },

    /** The forwarder's verification and the call inside, as they would run in a transaction of ours. */
    async simulate(request: ForwardRequest, signature: Hex): Promise<Trial> {
      return await (isNearDeadline(request) ? tryAlone : trySoon)({ request, signature });
    },
  };

  async function tryAlone(item: SignedForwardRequest): Promise<Trial> {
    return await tryOut({ ...toCall([item]), request: item.request }, () => ({ kind: "succeeds" }));
  }

  async function tryTogether(items: readonly SignedForwardRequest[]): Promise<readonly boolean[] | null> {
    const { data, gas } = toCall(items);
    const call = { from: wallet, to: forwarderAddress, data, gas: numberToHex(gas) };
    const returned = await client
      .request({ method: "eth_call", params: [call, "latest"] })
      .catch((error: unknown): Hex => {
        // It may not let one call use so much gas, for one.
        if (isAnswer(error)) return "0x";
        throw toRpcFailure(error);
      });
    const executeBatch = { abi: minimalForwarderAbi, functionName: "executeBatch" } as const;
    return returned === "0x" ? null : decodeFunctionResult({ ...executeBatch, data: returned });
  }

  function toCall(items: readonly SignedForwardRequest[]): { data: Hex; gas: bigint } {
    const data = encodeCall(items);
    return { data, gas: toGasLimit({ requests: items.map(({ request }) => request), data }) };
  }

  /** Near its end the time of the next block decides, not that of the last one; and chains have clocks of their own. */
  function isNearDeadline({ deadline }: ForwardRequest): boolean {
    return deadline !== 0 && deadline * 1000 <= clock.now() + 5_000;
  }

  async function readNonce(blockTag: "latest" | "pending"): Promise<number> {
    return Number(await client.request({ method: "eth_getTransactionCount", params: [wallet, blockTag] }));
  }

  async function readMarket(): Promise<Market> {
    const [block, tip] = await Promise.all([
      client.request({ method: "eth_getBlockByNumber", params: ["latest", false] }),
      client.request({ method: "eth_maxPriorityFeePerGas" }),
    ]);
    return { baseFeePerGas: BigInt(block?.baseFeePerGas ?? 0), tip: BigInt(tip) };
  }

  async function tryOut(
    { data, request, gas }: { data: Hex; request: ForwardRequest; gas: bigint | undefined },
    read: (returned: Hex) => Trial,
  ): Promise<Trial> {
    const call = {
      from: wallet,
      to: forwarderAddress,
      data,
      ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
    };
    try {
      // The pending block is much the dearer one to ask about.
      const params = [call, isNearDeadline(request) ? "pending" : "latest"] as const;
      return read(await client.request({ method: "eth_call", params: [...params] }));
    } catch (error) {
      const reason = findRevertReason(error);
      if (reason === undefined) throw toRpcFailure(error);
      if (INVALID_SIGNATURE.test(reason)) return { kind: "invalid-signature" };
      return { kind: "reverts", reason };
    }
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRpcFailure(error);
  }
}
