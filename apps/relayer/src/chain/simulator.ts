import { type ForwardRequest, minimalForwarderAbi, relayErrors } from "@agent-registry/protocol";
import { type Clock, within } from "@agent-registry/service";
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  type PublicClient,
} from "viem";
import {
  MAX_BATCH_REQUESTS,
  planBatch,
  type SignedForwardRequest,
  toForwarderCall,
} from "../transaction/forwarder.ts";
import { findRevertReason, isAnswer, NO_REASON, toRpcFailure } from "./nodes.ts";

/** What a request would do if it were sent now. */
export type Simulation =
  | { kind: "succeeds" }
  | { kind: "invalid-signature" }
  | { kind: "reverts"; reason: string };

const INVALID_SIGNATURE = /^MinimalForwarder: invalid signature/;
/** At most this many calls are under way at once; requests that come meanwhile share the next one. */
const MAX_UNDER_WAY = 2;
/** While a call is under way, requests wait this long for others to share the next one with. */
const BATCH_DELAY_MS = 25;
/** A call that takes longer gives its place to the next: one request that a node cannot answer stops no other. */
const SLOW_MS = 2_000;
/** At most this many slow calls are under way besides. */
const MAX_SLOW = 16;
/** If a shared call says nothing of its requests, at most this many of them are simulated alone at once. */
const MAX_ALONE = 8;
/** More than any call needs that may be relayed, and no more than a transaction may have (2^24, EIP-7825). */
const AMPLE_GAS = 16_000_000n;

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
    const { request } = item;
    const simulation = await ask({ request, call: toCall([item]) }, () => ({ kind: "succeeds" }));
    const isMute = simulation.kind === "reverts" && simulation.reason === NO_REASON;
    if (!isMute || !(await endsOtherwiseWithAmpleGas(request))) return simulation;
    return { kind: "reverts", reason: relayErrors.outOfGas(request.gas) };
  }

  /**
   * A call that runs out of gas reverts without a reason, as does one that the contract does not understand. With
   * ample gas the first goes on, to its end or to a reason. Its signature is for the gas it has, so the contract is
   * called as the forwarder calls it.
   */
  async function endsOtherwiseWithAmpleGas({ from, to, data }: ForwardRequest): Promise<boolean> {
    const params = { from: forwarderAddress, to, data: concat([data, from]), gas: numberToHex(AMPLE_GAS) };
    return await client.request({ method: "eth_call", params: [params, "latest"] }).then(
      () => true,
      (error: unknown) => ![undefined, NO_REASON].includes(findRevertReason(error)),
    );
  }

  async function simulateTogether(
    items: readonly SignedForwardRequest[],
  ): Promise<readonly boolean[] | null> {
    const returned = await callForwarder(toCall(items), "latest").catch((error: unknown): Hex => {
      // For example, the node may not let one call use the gas of all requests together.
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
 * bill them. While none is under way, a request waits for no other. One that fails among others is simulated
 * again alone, which also returns the reason. If the node does not answer the shared call, all of its
 * requests are simulated alone. So no request is refused for what another one does.
 */
export function createSimulationBatcher({ simulateAlone, simulateTogether }: BatcherOptions) {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let slow = 0;
  let delay: NodeJS.Timeout | undefined;

  function startNext(): void {
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      clearTimeout(delay);
      delay = undefined;
      const batch = new Set(planBatch(firstOfEachSigner(waiting)));
      waiting = waiting.filter((item) => !batch.has(item));
      void runInPlace([...batch]);
    }
  }

  function startSoon(): void {
    if (underWay === 0 || waiting.length >= MAX_BATCH_REQUESTS) startNext();
    else if (underWay < MAX_UNDER_WAY) delay ??= setTimeout(startNext, BATCH_DELAY_MS);
  }

  async function runInPlace(batch: Waiting[]): Promise<void> {
    underWay += 1;
    let isSlow = false;
    const timer = setInterval(() => {
      if (isSlow || slow >= MAX_SLOW) return;
      isSlow = true;
      slow += 1;
      underWay -= 1;
      startNext();
    }, SLOW_MS);
    timer.unref();
    await run(batch);
    clearInterval(timer);
    if (isSlow) slow -= 1;
    else underWay -= 1;
    startNext();
  }

  async function run(batch: Waiting[]): Promise<void> {
    const successes = batch.length === 1 ? null : await findSuccesses(batch);
    const unclear = batch.filter((item, position) => {
      if (successes?.[position] === true) item.resolve({ kind: "succeeds" });
      return successes?.[position] !== true;
    });
    const worker = async () => {
      for (let item = unclear.shift(); item !== undefined; item = unclear.shift()) {
        await simulateAlone(item).then(item.resolve, item.reject);
      }
    };
    await Promise.all(Array.from({ length: MAX_ALONE }, worker));
  }

  /** Null if the node does not say, or not soon: it may be for one of them alone. */
  async function findSuccesses(batch: Waiting[]): Promise<readonly boolean[] | null> {
    return await within(SLOW_MS, () => simulateTogether(batch)).catch(() => null);
  }

  return function simulate({ request, signature }: SignedForwardRequest): Promise<Simulation> {
    const item = { request, signature, ...Promise.withResolvers<Simulation>() };
    waiting.push(item);
    startSoon();
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
