import { type ForwarderDomain, hashForwardRequest, RelayResponse } from "@agent-registry/protocol";
import type { Hash } from "viem";
import { getBlock } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { JsonAnswer } from "../http/ask-json.ts";
import { pause } from "../http/wait.ts";
import { findForwarded, requireForwarded } from "./find-forwarded.ts";
import {
  createRelayerClient,
  expiryOf,
  getTrustedDomain,
  type RelayerClient,
  relayerUnreachable,
  type SignedRequest,
} from "./relayer-client.ts";
import type { PreparedCall } from "./send-direct.ts";
import { signForwardRequest } from "./sign-forward-request.ts";
import { toRelayRefusal } from "./to-relay-refusal.ts";
import { type Written, waitForReceipt } from "./written.ts";

const MAX_SIGNATURES = 3;
const MAX_POSTS = 4;

type Relay = { client: RegistryClient; call: PreparedCall; relayer: RelayerClient };

/** Has a relayer send a signed request and pay for it. */
export async function sendRelayed(input: {
  client: RegistryClient;
  call: PreparedCall;
  relayerUrl: string;
}): Promise<Written> {
  const { client, call, relayerUrl } = input;
  const relayer = createRelayerClient({ client, relayerUrl });
  const domain = await getTrustedDomain({ client, relayer, call });
  for (let round = 1; ; round++) {
    const { number: fromBlock } = await getBlock(client.reader).catch(throwChainError);
    const nonce = await relayer.getNonce(call.account.address);
    const signed = await signForwardRequest({ client, domain, call: { ...call, nonce } });
    const digest = hashForwardRequest({ domain, request: signed.request });
    const sent = client.onSent({ kind: "request", digest, relayerUrl, expiresAt: expiryOf(signed) });
    try {
      const outcome = await post({ relay: { client, call, relayer }, domain, signed, fromBlock, round });
      // Another request of the same signer took the nonce: this one can never run, so sign afresh.
      if (outcome === "replaced") continue;
      const receipt = await waitForReceipt({ client, hash: outcome });
      requireForwarded({ receipt, forwarder: domain.verifyingContract, signed });
      return {
        transactionHash: outcome,
        blockNumber: Number(receipt.blockNumber),
        gasUsed: receipt.gasUsed,
        paidBy: "relayer",
        logs: receipt.logs,
      };
    } finally {
      sent.settle();
    }
  }
}

/** Posts one signed request until its outcome is certain. Posting it twice is safe: its nonce is used once. */
async function post(input: {
  relay: Relay;
  domain: ForwarderDomain;
  signed: SignedRequest;
  fromBlock: bigint;
  round: number;
}): Promise<Hash | "replaced"> {
  const { relay, domain, signed, fromBlock, round } = input;
  const { client, relayer } = relay;
  let mayHaveArrived = false;
  let cause: unknown;
  let requestId: string | undefined;
  for (let attempt = 1; attempt <= MAX_POSTS; attempt++) {
    const answer = await relayer.relay(signed);
    const hash = toTransactionHash(answer);
    if (hash !== undefined) return hash;
    const refusal = answer.kind === "answered" ? toRelayRefusal(answer) : undefined;
    mayHaveArrived ||= answer.kind === "answered" ? refusal === undefined : answer.mayHaveArrived;
    // A refusal is final only if no earlier post of the same request may still be sent.
    if (refusal !== undefined && refusal.reason !== "invalid-signature" && !mayHaveArrived) throw refusal;

    const fate = await findForwarded({ client, forwarder: domain.verifyingContract, signed, fromBlock });
    if (fate.kind === "mined") return fate.hash;
    const isVoid = fate.kind === "replaced" || (fate.kind === "spent" && !mayHaveArrived);
    if (isVoid && round < MAX_SIGNATURES) return "replaced";
    if (refusal !== undefined && !mayHaveArrived) throw refusal;
    cause = answer.kind === "answered" ? new Error(`Answer ${answer.status}: ${answer.error}`) : answer.cause;
    if (answer.kind === "answered") requestId = answer.requestId;
    if (attempt < MAX_POSTS) await pause(client.retryDelayMs * attempt);
  }
  throw mayHaveArrived
    ? lost({ signed, cause, requestId })
    : relayerUnreachable({ url: relayer.relayerUrl, cause });
}

function toTransactionHash(answer: JsonAnswer): Hash | undefined {
  if (answer.kind === "unanswered" || answer.status !== 200) return undefined;
  const parsed = RelayResponse.safeParse(answer.value);
  return parsed.success && parsed.data.success ? parsed.data.transactionHash : undefined;
}

function lost({
  signed,
  ...rest
}: {
  signed: SignedRequest;
  cause: unknown;
  requestId: string | undefined;
}): RegistryError {
  return new RegistryError({
    reason: "outcome-unknown",
    message: `The relayer took the request and its answer was lost. It may still be mined until ${expiryOf(signed)}: look the agent up before you try again.`,
    ...rest,
  });
}
