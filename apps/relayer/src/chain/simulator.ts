import { type ForwardRequest, minimalForwarderAbi } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  type PublicClient,
} from "viem";
import { planBatch, type SignedForwardRequest, toForwarderCall } from "../transaction/forwarder-call.ts";
import { findRevertReason, isAnswer, toRpcFailure } from "./rpc-error.ts";

/** What a request would do if it were sent now. */
export type Simulation =
  | { kind: "succeeds" }
  | { kind: "invalid-signature" }
  | { kind: "reverts"; reason: string };

const INVALID_SIGNATURE = /^MinimalForwarder: invalid signature/;
/** So many calls may be under way before requests begin to share one. */
const MAX_UNDER_WAY = 2;

type SimulatorOptions = { client: PublicClient; forwarderAddress: Address; wallet: Address; clock: Clock };

/** Asks the chain what a request would do, without paying for it. */
export function createSimulator({ client, forwarderAddress, wallet, clock }: SimulatorOptions) {
  const simulateSoon = createSimulationBatcher({ simulateAlone, simulateTogether });

  return {
    /** Whether the forwarder accepts the request; says nothing of the call inside. */
    async verify({ request, signature }: SignedForwardRequest): Promise<Simulation> {
      const verify = { abi: minimalForwarderAbi, functionName: "verify" } as const;
      const data = encodeFunctionData({ ...verify, args: [request, signature] });
      return await ask({ request, call: { data } }, (returned) =>
        decodeFunctionResult({ ...verify, data: returned })
          ? { kind: "succeeds" }
          : { kind: "invalid-signature" },
      );
    },

    /** The forwarder's verification and the call inside, as they would run in a transaction of ours. */
    async simulate({ request, signature }: SignedForwardRequest): Promise<Simulation> {
      return await (isNearDeadline(request) ? simulateAlone : simulateSoon)({ request, signature });
    },
  };

  async function simulateAlone(item: SignedForwardRequest): Promise<Simulation> {
    return await ask({ request: item.request, call: toCall([item]) }, () => ({ kind: "succeeds" }));
  }

  async function simulateTogether(
    items: readonly SignedForwardRequest[],
  ): Promise<readonly boolean[] | null> {
    const returned = await callForwarder(toCall(items), "latest").catch((error: unknown): Hex => {
      // The node may not let one call use so much gas, for example.
      if (isAnswer(error)) return "0x";
      throw toRpcFailure(error);
    });
    const executeBatch = { abi: minimalForwarderAbi, functionName: "executeBatch" } as const;
    return returned === "0x" ? null : decodeFunctionResult({ ...executeBatch, data: returned });
  }

  async function ask(
    { request, call }: { request: ForwardRequest; call: { data: Hex; gas?: Hex } },
    read: (returned: Hex) => Simulation,
  ): Promise<Simulation> {
    try {
      // A call on the pending block costs the node much more.
      return read(await callForwarder(call, isNearDeadline(request) ? "pending" : "latest"));
    } catch (error) {
      const reason = findRevertReason(error);
      if (reason === undefined) throw toRpcFailure(error);
      if (INVALID_SIGNATURE.test(reason)) return { kind: "invalid-signature" };
      return { kind: "reverts", reason };
    }
  }

  async function callForwarder(call: { data: Hex; gas?: Hex }, block: "latest" | "pending"): Promise<Hex> {
    const params = { from: wallet, to: forwarderAddress, ...call };
    return await client.request({ method: "eth_call", params: [params, block] });
  }

  /** Near its deadline the next block's time decides, not the last one's; and a chain's clock differs from ours. */
  function isNearDeadline({ deadline }: ForwardRequest): boolean {
    return deadline !== 0 && deadline * 1000 <= clock.now() + 5_000;
  }
}

function toCall(items: readonly SignedForwardRequest[]): { data: Hex; gas: Hex } {
  const { data, gas } = toForwarderCall(items);
  return { data, gas: numberToHex(gas) };
}

type Waiting = SignedForwardRequest & PromiseWithResolvers<Simulation>;

type BatcherOptions = {
  simulateAlone: (item: SignedForwardRequest) => Promise<Simulation>;
  /** Which of them succeed, one after the other; null if the node cannot say. */
  simulateTogether: (items: readonly SignedForwardRequest[]) => Promise<readonly boolean[] | null>;
};

/**
 * Under load, requests that wait for their simulation share one call to the chain: nodes count calls, and
 * bill them. A request waits only for a free place, never for other requests. One that fails among others is
 * simulated again alone, which also tells the reason: so no request is refused for what another one does.
 */
export function createSimulationBatcher({ simulateAlone, simulateTogether }: BatcherOptions) {
  let waiting: Waiting[] = [];
  let underWay = 0;

  function startNext(): void {
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const batch = planBatch(firstOfEachSigner(waiting));
      waiting = waiting.filter((item) => !batch.includes(item));
      underWay += 1;
      void run(batch).finally(() => {
        underWay -= 1;
        startNext();
      });
    }
  }

  async function run(batch: Waiting[]): Promise<void> {
    try {
      const successes = batch.length === 1 ? null : await simulateTogether(batch);
      await Promise.all(
        batch.map(async (item, position) => {
          if (successes?.[position] === true) item.resolve({ kind: "succeeds" });
          else await simulateAlone(item).then(item.resolve, item.reject);
        }),
      );
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return function simulate({ request, signature }: SignedForwardRequest): Promise<Simulation> {
    const item = { request, signature, ...Promise.withResolvers<Simulation>() };
    waiting.push(item);
    startNext();
    return item.promise;
  };
}

/** A signer's second request would be simulated as if the first were mined, which is not known yet. */
function firstOfEachSigner(items: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  return items.filter(({ request }) => {
    const signer = request.from.toLowerCase();
    return !seen.has(signer) && seen.add(signer);
  });
}
