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
import type { SignerNonces } from "../chain/recent-reads.ts";
import { findRefusal, type RelayRules } from "../checks/relay-rules.ts";
import type { Ledger } from "../ledger/create-ledger.ts";
import type { Refusal } from "../ledger/schema.ts";
import type { Sender } from "../send/create-sender.ts";
import type { RequestIds } from "../send/waiters.ts";
import { createRequestDigest } from "../transaction/forwarder.ts";
import { type Candidate, createRelayRound } from "./relay-round.ts";

type RelayAnswer = { status: 200; body: RelayResponse } | (Refusal & { body?: never });

type RelayDeps = {
  chain: Pick<Chain, "verify" | "simulate" | "readBalance" | "readRecentPrices" | "readAttestationAges">;
  connection: Pick<Connection, "getChainId">;
  ledger: Pick<Ledger, "db" | "requests">;
  sender: Pick<Sender, "wake" | "waitForFinished" | "waitForSettled">;
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
  const round = createRelayRound({ ...deps, db });
  let known: { chainId: number; toDigest: (request: ForwardRequest) => Hex } | undefined;
  /** Requests whose checks are running: the same request posted again waits for the decision. */
  const deciding = new Map<Hex, Promise<Refusal | null>>();

  return async function relay({ body, ip, requestId }: Arrival): Promise<RelayAnswer> {
    const { request, signature, call } = parse(body);
    const toDigest = getDigest(await deps.connection.getChainId());
    const digest = toDigest(request);
    const input = { request, signature, call, digest, ip, requestId };

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

  async function answerSigner(input: Candidate): Promise<RelayAnswer> {
    const answer = (await admit(input)) ?? (await waitForFinished(input.digest));
    // A client whose nonce is spent or was wrong asks for the next one, and must not get an old one.
    if (answer.status === 200 || answer.status === 401) deps.nonces.forget(input.request.from);
    return answer;
  }

  /** Null once the request is in flight, by this call or by an earlier one. */
  async function admit(input: Candidate): Promise<Refusal | null> {
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

  async function decide(candidate: Candidate): Promise<Refusal | null> {
    const deadline = performance.now() + CONTENTION_MS;
    for (;;) {
      const decision = await round(candidate);
      if (decision.kind === "failed") throw decision.error;
      if (decision.kind === "accepted") {
        sender.wake();
        return null;
      }
      if (decision.kind === "late") await candidate.asked?.whenAnswered;
      else if (!(await isWorthAnother(candidate, { ...decision, deadline }))) return decision.refusal;
    }
  }

  /** If only requests in flight stand in the way, a moment's wait is better than a refusal. */
  async function isWorthAnother(
    candidate: Candidate,
    { refusal, isContended, deadline }: { refusal: Refusal; isContended?: boolean; deadline: number },
  ): Promise<boolean> {
    delete candidate.asked;
    // The chain is asked about the agents only once the rest of the budget is spent.
    if (!candidate.mayUseReserve && refusal.error === relayErrors.budgetExhausted) {
      candidate.mayUseReserve = await isDueAttestation(candidate);
      if (candidate.mayUseReserve) return true;
    }
    const leftMs = deadline - performance.now();
    if (!isContended || leftMs <= 0) return false;
    await sender.waitForSettled(Math.min(leftMs, LOOK_AGAIN_MS));
    return true;
  }

  /**
   * Whether every agent that the request attests for is due. One that the simulation refuses costs nothing:
   * its signer gets the reason, which is checked after the budget.
   */
  async function isDueAttestation({ call, simulating }: Candidate): Promise<boolean> {
    const agentIds = call.kind === "write" ? call.attestedIds : [];
    if (agentIds.length === 0) return false;
    if ((await simulating)?.kind !== "succeeds") return true;
    const ages = await chain.readAttestationAges({ registryAddress, agentIds });
    return ages.every((seconds) => seconds >= DUE_AFTER_SECONDS);
  }

  async function waitForFinished(digest: Hex): Promise<RelayAnswer> {
    const { timeoutMs } = deps;
    const finished = (await sender.waitForFinished({ digest, timeoutMs })) ?? (await requests.find(digest));
    if (finished?.result) return { status: 200, body: finished.result };
    if (finished?.refusal) return finished.refusal;
    const hash = finished?.transactionHash;
    const known = hash ? `transaction ${hash} is sent but not mined` : "the request is accepted but not sent";
    return { status: 500, error: `Not mined yet: ${known}. It may still be: ask GET /relay/${digest}` };
  }
}
