import { BaseError, decodeErrorResult, type Hex, isHex, parseAbi } from "viem";

/** No node gave an answer. The message may be shown: it names no address and no key. */
export class RpcFailure extends Error {
  override name = "RpcFailure";
}

const revertAbi = parseAbi(["error Error(string)", "error Panic(uint256)"]);
const NO_REASON = "no reason given";

/** The reason of a revert, where the error is one; undefined for every other failure. */
export function findRevertReason(error: unknown): string | undefined {
  const data = findRevertData(error);
  if (data !== undefined && data !== "0x") return decodeReason(data);
  const text = toDetails(error);
  if (data === "0x") return NO_REASON;
  return /revert|out of gas/i.test(text) ? NO_REASON : undefined;
}

/** What a node said, in its own words; used to tell errors apart, never shown as it is. */
export function toDetails(error: unknown): string {
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : String(error);
  const found = error.walk((cause) => cause instanceof BaseError && cause.name === "RpcRequestError");
  return (found instanceof BaseError ? found.details : error.details) ?? error.shortMessage;
}

/** Whether a node answered at all: with an error, then, but it read the question. */
export function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => hasName(cause, "RpcRequestError")) !== null;
}

/** Whether what was asked has no such function: it gave nothing, or something else. */
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
  if (error instanceof RpcFailure) return error;
  const reason = describe(error);
  return new RpcFailure(reason, { cause: error });
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

function findRevertData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const found = error.walk((cause) => isHex((cause as { data?: unknown }).data));
  return (found as { data?: Hex } | null)?.data;
}

function decodeReason(data: Hex): string {
  try {
    const decoded = decodeErrorResult({ abi: revertAbi, data });
    return decoded.errorName === "Error" ? decoded.args[0] : `panic ${decoded.args[0]}`;
  } catch {
    return NO_REASON;
  }
}
