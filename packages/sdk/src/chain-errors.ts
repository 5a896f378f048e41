import {
  AbiDecodingZeroDataError,
  BaseError,
  ContractFunctionZeroDataError,
  decodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  isHex,
  parseAbi,
  TimeoutError,
  UnknownRpcError,
} from "viem";
import { RegistryError } from "./errors.ts";
import { toRevertError } from "./revert-reasons.ts";

const revertAbi = parseAbi(["error Error(string)"]);
const REVERT_SELECTOR = "0x08c379a0";

/**
 * Turns whatever the chain client threw into a typed reason; also for calls of your own to `client.reader`.
 *
 * @example
 * const block = await registry.client.reader.getBlock().catch((error) => {
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
  const revert = findRevert(error);
  if (revert !== undefined) return toRevertError({ revert, cause: error });
  if (has(error, ContractFunctionZeroDataError) || has(error, AbiDecodingZeroDataError)) {
    return new RegistryError({
      reason: "no-contract",
      message: "There is no Registry contract at the configured address: check the address and the chain.",
      cause: error,
    });
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
  // An unknown error is one without a code: nothing that a node said on purpose.
  if (has(error, HttpRequestError) || has(error, TimeoutError) || has(error, UnknownRpcError)) {
    return new RegistryError({
      reason: "chain-unreachable",
      message: "The chain's RPC node did not answer: check its address and the network.",
      cause: error,
    });
  }
  return new RegistryError({
    reason: "reverted",
    message: `The chain refused: ${error.shortMessage} Nothing was written.`,
    cause: error,
  });
}

/** Nodes put the revert's bytes at different depths of the error; its text is always in them. */
function findRevert(error: BaseError): string | undefined {
  let revert: string | undefined;
  error.walk((step) => {
    const data = (step as { data?: unknown }).data;
    const bytes = typeof data === "object" && data !== null ? (data as { data?: unknown }).data : data;
    if (!isHex(bytes) || !bytes.startsWith(REVERT_SELECTOR)) return false;
    revert = decodeErrorResult({ abi: revertAbi, data: bytes }).args[0];
    return true;
  });
  return revert ?? /reverted with reason string '(.*?)'/.exec(error.message)?.[1];
}

function has(error: BaseError, kind: new (...args: never[]) => Error): boolean {
  return error.walk((step) => step instanceof kind) !== null;
}
