import { decodeRevertReason, findRevertData, maskUrl } from "@agent-registry/protocol";
import {
  AbiDecodingZeroDataError,
  BaseError,
  CallExecutionError,
  ContractFunctionExecutionError,
  ContractFunctionZeroDataError,
  HttpRequestError,
  InsufficientFundsError,
  TimeoutError,
  UnknownRpcError,
} from "viem";
import { RegistryError } from "./registry-error.ts";
import { toRevertError } from "./to-revert-error.ts";

/**
 * Turns what the chain client threw into a typed error; also for calls of your own to `client.reader`.
 *
 * @example
 * const block = await getBlock(registry.client.reader).catch((error) => {
 *   throw toChainError(error);
 * });
 */
export function toChainError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  if (!(error instanceof BaseError)) {
    return new RegistryError({
      reason: "chain-unreachable",
      message: `The chain did not answer: ${error}`,
      cause: error,
    });
  }
  const revert = findRevertReason(error);
  const isRead = has(error, ContractFunctionExecutionError) || has(error, CallExecutionError);
  if (revert !== undefined) return toRevertError({ revert, cause: error, isRead });
  if (has(error, ContractFunctionZeroDataError) || has(error, AbiDecodingZeroDataError)) {
    return noContract(error);
  }
  if (
    has(error, InsufficientFundsError) ||
    /doesn't have enough funds|insufficient funds/i.test(error.message)
  ) {
    return new RegistryError({
      reason: "insufficient-funds",
      message:
        "The account cannot pay for the transaction. Fund it, or use a relayer, which pays for you. Nothing was written.",
      cause: error,
    });
  }
  // viem's "unknown" error has no code, so it is not an answer that a node gave on purpose.
  if (has(error, HttpRequestError) || has(error, TimeoutError) || has(error, UnknownRpcError)) {
    return new RegistryError({
      reason: "chain-unreachable",
      message: `The chain's RPC node did not answer${toPlace(error)}: check its address and the network.`,
      cause: error,
    });
  }
  return new RegistryError({
    reason: "reverted",
    message: `The chain refused: ${error.shortMessage}${isRead ? "" : " Nothing was written."}`,
    cause: error,
  });
}

export function noContract(cause?: unknown): RegistryError {
  return new RegistryError({
    reason: "no-contract",
    message: "There is no Registry contract at the configured address: check the address and the chain.",
    cause,
  });
}

/** For the `catch` of a call to the chain. */
export function throwChainError(error: unknown): never {
  throw toChainError(error);
}

/** Where it was asked, if that is known; never a key in it. */
function toPlace(error: BaseError): string {
  const asked = error.walk((step) => typeof (step as { url?: unknown }).url === "string");
  return asked === null ? "" : ` at ${maskUrl((asked as HttpRequestError).url)}`;
}

/** Some nodes give the reason in their message alone. */
function findRevertReason(error: BaseError): string | undefined {
  const data = findRevertData(error);
  const reason = data === undefined ? undefined : decodeRevertReason(data);
  return reason ?? /reverted with reason string '(.*?)'/.exec(error.message)?.[1];
}

function has(error: BaseError, kind: new (...args: never[]) => Error): boolean {
  return error.walk((step) => step instanceof kind) !== null;
}
