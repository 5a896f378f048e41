import {
  type ForwardRequest,
  hashForwardRequest,
  type RelayResponse,
  relayErrors,
  toForwarderDomain,
} from "@agent-registry/protocol";
import type { Logger } from "@agent-registry/service";
import { type Address, type Hex, isAddressEqual } from "viem";
import type { Connection } from "../chain/connection.ts";
import type { Chain, Trial } from "../chain/create-chain.ts";
import { type Checks, findRefusal } from "../checks/index.ts";
import type { Refusal, RelayCheck, RelayInput } from "../checks/relay-check.ts";
import type { RequestStore } from "../ledger/request-store.ts";
import type { Waiters } from "../send/waiters.ts";
import type { createAcceptRequest } from "./accept-request.ts";
import type { Signal } from "./signal.ts";
import type { createWorstCase } from "./worst-case.ts";

export type RelayAnswer = { status: 200; body: RelayResponse } | (Refusal & { body?: never });

type RelayDeps = {
  chain: Pick<Chain, "verify" | "simulate" | "readBalance">;
  connection: Pick<Connection, "getChainId">;
  localSignature: RelayCheck;
  checks: Checks;
  forwarderAddress: Address;
  registryAddress: Address;
  store: RequestStore;
  acceptRequest: ReturnType<typeof createAcceptRequest>;
  readWorstCase: ReturnType<typeof createWorstCase>;
  waiters: Waiters;
  timeoutMs: number;
  onAccepted: () => void;
  /** Tells that something in flight has come to an end. */
  settled: Signal;
  logger: Logger;
};

const CONTENTION_MS = 10_000;
const nonceHeld: Refusal = { status: 401, error: relayErrors.invalidSignature };

type Posted = { request: ForwardRequest; signature: Hex; ip: string };

export type Relay = ReturnType<typeof createRelay>;

/** One request from the door to its answer. */
export function createRelay(deps: RelayDeps) {
  /** Requests whose checks are running: a twin waits for what comes of them. */
  const deciding = new Map<Hex, Promise<Refusal | null>>();

  return async function relay({ request, signature, ip }: Posted): Promise<RelayAnswer> {
    const chainId = await deps.connection.getChainId();
    const domain = toForwarderDomain({ chainId, forwarderAddress: deps.forwarderAddress });
    const digest = hashForwardRequest({ domain, request });
    const input: RelayInput = { request, signature, digest, ip, trial: once(() => tryOut(input)) };

    const refusal = (await deps.localSignature(input)) ?? (await admit(input));
    const answer = refusal ?? (await waitForEnd(digest));
    const error = answer.status === 200 ? undefined : answer.error;
    deps.logger.info({ digest, signer: request.from, status: answer.status, error }, "relay answered");
    return answer;
  };

  /** Null once the request is in flight, by this call or by an earlier one. */
  async function admit(input: RelayInput): Promise<Refusal | null> {
    for (;;) {
      const twin = deciding.get(input.digest);
      if (twin === undefined) break;
      // Refused for its own sake (its caller's limit, say), it says nothing about this one.
      if ((await twin.catch(() => "failed")) === null) return null;
    }
    const decision = decide(input);
    deciding.set(input.digest, decision);
    try {
      return await decision;
    } finally {
      deciding.delete(input.digest);
    }
  }

  async function decide(input: RelayInput): Promise<Refusal | null> {
    const known = await deps.store.find(input.digest);
    if (known?.state === "queued" || known?.state === "sent") return null;
    // Before anything is counted; asked again under the lock, where nobody can come between.
    const holder = await deps.store.findHolder(input.request);
    if (holder !== undefined) return holder === input.digest ? null : nonceHeld;

    const refusal = await findRefusal(deps.checks.beforeLedger, input);
    if (refusal !== null) return refusal;
    const late = await acceptInTime(input);
    if (late === null) deps.onAccepted();
    return late;
  }

  /** Where only what is in flight stands in the way, a moment's wait is better than a refusal. */
  async function acceptInTime(input: RelayInput): Promise<Refusal | null> {
    const deadline = performance.now() + CONTENTION_MS;
    for (;;) {
      const [balanceWei, worstCaseWei, trial] = await Promise.all([
        deps.chain.readBalance(),
        deps.readWorstCase(input),
        input.trial(),
      ]);
      const { digest, request, signature } = input;
      const candidate = { digest, request, signature, balanceWei, worstCaseWei, trial };
      const { refusal, isContended } = await deps.acceptRequest(candidate);
      const leftMs = deadline - performance.now();
      if (refusal === null || !isContended || leftMs <= 0) return refusal;
      // Other processes settle too, unheard by us: look again after a while in any case.
      await deps.settled.wait(Math.min(leftMs, 500));
    }
  }

  /** What the rules refuse in any case is not run, only verified. */
  async function tryOut({ request, signature }: RelayInput): Promise<Trial> {
    const isRelayable = request.value === 0n && isAddressEqual(request.to, deps.registryAddress);
    return isRelayable
      ? await deps.chain.simulate(request, signature)
      : await deps.chain.verify(request, signature);
  }

  async function waitForEnd(digest: Hex): Promise<RelayAnswer> {
    const finished =
      (await deps.waiters.wait({ digest, timeoutMs: deps.timeoutMs })) ?? (await deps.store.find(digest));
    if (finished?.result) return { status: 200, body: finished.result };
    if (finished?.refusal) return finished.refusal;
    const hash = finished?.transactionHash;
    const known = hash ? `transaction ${hash} is sent but not mined` : "the request is accepted but not sent";
    return { status: 500, error: `Not mined yet: ${known}. It may still be: ask GET /relay/${digest}` };
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
