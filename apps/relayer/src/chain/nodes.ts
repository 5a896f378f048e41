import { decodeRevertReason, findRevertData, maskUrl } from "@agent-registry/protocol";
import {
  BaseError,
  createTransport,
  type Hex,
  HttpRequestError,
  type PublicClient,
  RpcRequestError,
  TimeoutError,
  type Transport,
} from "viem";
import { createJsonRpc, NoAnswer } from "../fast/json-rpc.ts";

/** More than any answer that the relayer asks for. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/**
 * One node for viem's clients, asked once for each request. Fails as viem's own transport does: with `RpcRequestError` if
 * the node answered with an error, `TimeoutError`, or `HttpRequestError`.
 */
export function rpcTransport({ url, timeoutMs }: { url: string; timeoutMs: number }): Transport<"http"> {
  const ask = createJsonRpc({ url, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  const shownUrl = maskUrl(url);

  async function request(body: { method: string; params?: unknown }): Promise<unknown> {
    const { status, result, error } = await ask(body).catch((failure: unknown) => {
      if (failure instanceof NoAnswer && failure.reason === "timeout")
        throw new TimeoutError({ body, url: shownUrl });
      throw new HttpRequestError({ body, cause: failure as Error, url: shownUrl });
    });
    // Nodes answer errors with other statuses, too.
    if (error !== undefined) throw new RpcRequestError({ body, error, url: shownUrl });
    if (status < 200 || status >= 300 || result === undefined) {
      throw new HttpRequestError({ body, status, details: "no JSON-RPC answer", url: shownUrl });
    }
    return result;
  }

  return () =>
    createTransport({
      key: "http",
      name: "HTTP JSON-RPC",
      type: "http",
      retryCount: 0,
      request: ({ method, params }) => request({ method, params }) as never,
    });
}

/**
 * What came of handing a signed transaction to the nodes:
 * - `accepted`: a node has it
 * - `nonce-too-low`, `nonce-too-high`, `underpriced`: its nonce is spent, not free yet, or held by another
 * - `no-funds`: the wallet cannot pay for it
 * - `fee-too-low`: the fee is under what the next block asks
 * - `refused`: a node refused it for a reason that we do not know
 * - `unknown`: no node answered, or a node answered only that it failed itself
 */
export type BroadcastKind =
  | "accepted"
  | "nonce-too-low"
  | "nonce-too-high"
  | "underpriced"
  | "no-funds"
  | "fee-too-low"
  | "refused"
  | "unknown";

export type BroadcastResult = {
  kind: BroadcastKind;
  /** An earlier node gave no clear answer, and may have it. */
  isUncertain: boolean;
  details: string;
};

/** Nodes have no codes for these, only words, and each kind of node has its own. */
const PATTERNS: [RegExp, BroadcastKind][] = [
  [/already ?known|already imported|known transaction|already exists/i, "accepted"],
  [/nonce.{0,10}too low|nonce has already been used|old ?nonce|invalid nonce.*lower/i, "nonce-too-low"],
  [/nonce.{0,10}too high|nonce gap|too far in the future/i, "nonce-too-high"],
  [/replacement.*underpriced|underpriced|replacement fee too low|could not replace/i, "underpriced"],
  [/insufficient funds|enough funds/i, "no-funds"],
  [/max fee per gas less than|maxFeePerGas.*too low|fee cap less than|below.*base fee/i, "fee-too-low"],
  [/internal error|timed? ?out|temporar|unavailable|too many|rate limit|try again/i, "unknown"],
];

type BroadcastOptions = { nodes: readonly Pick<PublicClient, "request">[]; raw: Hex };

/** Hands a signed transaction to the first node that answers. */
export async function broadcast({ nodes, raw }: BroadcastOptions): Promise<BroadcastResult> {
  let isUncertain = false;
  let details = "";
  for (const node of nodes) {
    try {
      await node.request({ method: "eth_sendRawTransaction", params: [raw] });
      return { kind: "accepted", isUncertain: false, details: "" };
    } catch (error) {
      details = toDetails(error);
      const kind = isAnswer(error) ? toBroadcastKind(details) : "unknown";
      if (kind !== "unknown") return { kind, isUncertain, details };
      isUncertain = true;
    }
  }
  return { kind: "unknown", isUncertain, details };
}

export function toBroadcastKind(details: string): BroadcastKind {
  return PATTERNS.find(([pattern]) => pattern.test(details))?.[1] ?? "refused";
}

/** No node gave an answer. The message may be shown: it names no address and no key. */
export class RpcFailure extends Error {
  override name = "RpcFailure";
}

export const NO_REASON = "no reason given";

/** The reason if the error is a revert; undefined for every other failure. */
export function findRevertReason(error: unknown): string | undefined {
  const data = findRevertData(error);
  if (data !== undefined) return decodeRevertReason(data) ?? NO_REASON;
  return /revert|out of gas/i.test(toDetails(error)) ? NO_REASON : undefined;
}

/** What a node said, in its own words; by which errors are distinguished, never shown as it is. */
export function toDetails(error: unknown): string {
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : String(error);
  const found = error.walk((cause) => cause instanceof BaseError && cause.name === "RpcRequestError");
  return (found instanceof BaseError ? found.details : error.details) ?? error.shortMessage;
}

/** Whether a node answered: with an error, but it read the question. */
export function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => hasName(cause, "RpcRequestError")) !== null;
}

/** Whether the called address has no such function: it returned nothing, or bytes of another form. */
export function isUndecodable(error: unknown): boolean {
  const names = [
    "ContractFunctionZeroDataError",
    "AbiDecodingDataSizeTooSmallError",
    "AbiDecodingZeroDataError",
  ];
  return (
    error instanceof BaseError && error.walk((cause) => names.some((name) => hasName(cause, name))) !== null
  );
}

/** Makes an error fit to be shown. */
export function toRpcFailure(error: unknown): RpcFailure {
  return error instanceof RpcFailure ? error : new RpcFailure(describe(error), { cause: error });
}

/** What the node answers, or `RpcFailure`. */
export async function orRpcFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRpcFailure(error);
  }
}

function describe(error: unknown): string {
  if (error instanceof BaseError) {
    if (error.walk((cause) => hasName(cause, "TimeoutError")) !== null)
      return "the node did not answer in time";
    if (isAnswer(error)) return "the node refused the call";
  }
  return "no node could be reached";
}

function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
