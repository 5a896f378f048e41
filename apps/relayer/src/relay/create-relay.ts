import {
  type ForwardRequest,
  type RelayResponse,
  relayErrors,
  toForwarderDomain,
} from "@agent-registry/protocol";
import type { Clock, Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import type { Simulation } from "../chain/simulator.ts";
import { findRefusal, type RelayRules } from "../checks/index.ts";
import type { RelayInput } from "../checks/relay-check.ts";
import type { Ledger } from "../ledger/create-ledger.ts";
import type { Refusal } from "../refusal.ts";
import type { RequestIds } from "../request-ids.ts";
import type { Sender } from "../send/create-sender.ts";
import { toFees, toWorstCaseWei } from "../transaction/fees.ts";
import { type SignedForwardRequest, toForwarderCall } from "../transaction/forwarder-call.ts";
import { isSameAddress } from "../transaction/is-same-address.ts";
import { createRequestDigest } from "../transaction/request-digest.ts";
import { createAcceptRequest } from "./accept-request.ts";
import type { SignerNonces } from "./signer-nonces.ts";

type RelayAnswer = { status: 200; body: RelayResponse } | (Refusal & { body?: never });

type RelayDeps = {
  chain: Pick<Chain, "verify" | "simulate" | "readBalance" | "readRecentPrices" | "readAttestationAges">;
  connection: Pick<Connection, "getChainId">;
  ledger: Pick<Ledger, "db" | "requests">;
  sender: Pick<Sender, "wake" | "waitForEnd" | "waitForSettled">;
  nonces: Pick<SignerNonces, "forget">;
  requestIds: Pick<RequestIds, "keep">;
  rules: RelayRules;
  clock: Clock;
  wallet: Address;
  forwarderAddress: Address;
  registryAddress: Address;
  feeCapWei: bigint;
  timeoutMs: number;
  logger: Logger;
};

type Arrival = { body: unknown; ip: string; requestId: string };
type Arrived = RelayInput & Pick<Arrival, "requestId">;

const CONTENTION_MS = 10_000;
/** Other processes settle transactions too, and send this one no message about it. */
const LOOK_AGAIN_MS = 500;
/** An attestation holds for seven days. One that is renewed sooner than this gains its agent too little. */
const DUE_AFTER_SECONDS = 2 * 24 * 60 * 60;

export type Relay = ReturnType<typeof createRelay>;

/** One request, from its body to its answer. */
export function createRelay(deps: RelayDeps) {
  const { chain, sender, forwarderAddress, registryAddress, rules } = deps;
  const { db, requests } = deps.ledger;
  const [{ parse }] = rules;
  const onArrival = rules.filter((rule) => rule.when === "on-arrival");
  const beforeLock = rules.filter((rule) => rule.when === "before-lock");
  const acceptRequest = createAcceptRequest({ db, clock: deps.clock, wallet: deps.wallet, rules });
  let known: { chainId: number; toDigest: (request: ForwardRequest) => Hex } | undefined;
  /** Requests whose checks are running: the same request posted again waits for the decision. */
  const deciding = new Map<Hex, Promise<Refusal | null>>();

  return async function relay({ body, ip, requestId }: Arrival): Promise<RelayAnswer> {
    const { request, signature, call } = parse(body);
    const toDigest = getDigest(await deps.connection.getChainId());
    const digest = toDigest(request);
    const signed = { request, signature };
    const input = { ...signed, call, digest, ip, requestId, simulate: once(() => simulate(signed)) };

    const answer = (await findRefusal(onArrival, input)) ?? (await answerSigner(input));
    const error = answer.status === 200 ? undefined : answer.error;
    const { status } = answer;
    deps.logger.info({ requestId, digest, signer: request.from, status, error }, "relay answered");
    return answer;
  };

  function getDigest(chainId: number): (request: ForwardRequest) => Hex {
    if (known?.chainId !== chainId) {
      known = { chainId, toDigest: createRequestDigest(toForwarderDomain({ chainId, forwarderAddress })) };
    }
    return known.toDigest;
  }

  async function answerSigner(input: Arrived): Promise<RelayAnswer> {
    const answer = (await admit(input)) ?? (await waitForEnd(input.digest));
    // A client whose nonce is spent or was wrong asks for the next one, and must not get an old one.
    if (answer.status === 200 || answer.status === 401) deps.nonces.forget(input.request.from);
    return answer;
  }

  /** Null once the request is in flight, by this call or by an earlier one. */
  async function admit(input: Arrived): Promise<Refusal | null> {
    for (;;) {
      const earlier = deciding.get(input.digest);
      if (earlier === undefined) break;
      // A refusal may concern its caller alone, such as an IP limit, so this request is decided anew.
      if ((await earlier.catch(() => "failed")) === null) return null;
    }
    const decision = decide(input);
    deciding.set(input.digest, decision);
    try {
      return await decision;
    } finally {
      deciding.delete(input.digest);
    }
  }

  async function decide(input: Arrived): Promise<Refusal | null> {
    const nonceHolder = await requests.findNonceHolder(input.request);
    if (nonceHolder === input.digest) return null;
    const unfit = await findRefusal(beforeLock, { ...input, nonceHolder });
    if (unfit !== null) return unfit;
    // Its signature holds, and it may be sent as soon as it is accepted.
    deps.requestIds.keep(input);
    const refusal = await acceptInTime(input);
    if (refusal === null) sender.wake();
    return refusal;
  }

  /** If only requests in flight stand in the way, a moment's wait is better than a refusal. */
  async function acceptInTime(input: Arrived): Promise<Refusal | null> {
    const { request, signature, digest, call } = input;
    const deadline = performance.now() + CONTENTION_MS;
    let mayUseReserve = false;
    for (;;) {
      const [balanceWei, worstCaseWei, simulation] = await Promise.all([
        chain.readBalance(),
        readWorstCase(input),
        input.simulate(),
      ]);
      const funds = { balanceWei, worstCaseWei, mayUseReserve };
      const candidate = { digest, request, signature, call, simulation, ...funds };
      const { refusal, isContended } = await acceptRequest(candidate);
      // The chain is asked about the agents only once the rest of the budget is spent.
      if (!mayUseReserve && refusal?.error === relayErrors.budgetExhausted) {
        mayUseReserve = await isDueAttestation(input);
        if (mayUseReserve) continue;
      }
      const leftMs = deadline - performance.now();
      if (refusal === null || !isContended || leftMs <= 0) return refusal;
      await sender.waitForSettled(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  }

  /**
   * Whether every agent that the request attests for is due. One that the simulation refuses costs nothing:
   * its signer gets the reason, which is checked after the budget.
   */
  async function isDueAttestation({ call, simulate }: Arrived): Promise<boolean> {
    const agentIds = call.kind === "write" ? call.attestedIds : [];
    if (agentIds.length === 0) return false;
    if ((await simulate()).kind !== "succeeds") return true;
    const ages = await chain.readAttestationAges({ registryAddress, agentIds });
    return ages.every((seconds) => seconds >= DUE_AFTER_SECONDS);
  }

  /** The most that sending the request alone could cost, at the prices of this moment. */
  async function readWorstCase(signed: SignedForwardRequest): Promise<bigint> {
    const { feeEstimate, toDataFee } = await chain.readRecentPrices();
    const fees = toFees({ feeEstimate, capWei: deps.feeCapWei });
    return toWorstCaseWei({ ...toForwarderCall([signed]), fees, toDataFee });
  }

  /** What the rules refuse in any case is not run, only verified. */
  async function simulate(signed: SignedForwardRequest): Promise<Simulation> {
    const { value, to } = signed.request;
    const isRelayable = value === 0n && isSameAddress(to, registryAddress);
    return isRelayable ? await chain.simulate(signed) : await chain.verify(signed);
  }

  async function waitForEnd(digest: Hex): Promise<RelayAnswer> {
    const { timeoutMs } = deps;
    const finished = (await sender.waitForEnd({ digest, timeoutMs })) ?? (await requests.find(digest));
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
