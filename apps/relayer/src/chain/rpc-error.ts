import { decodeRevertReason, findRevertData } from "@agent-registry/protocol";
import { BaseError } from "viem";

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

/** What a node said, in its own words; used to tell errors apart, never shown as it is. */
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
