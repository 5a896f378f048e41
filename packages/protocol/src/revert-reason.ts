import { BaseError, decodeErrorResult, type Hex, isHex, type ParseAbi } from "viem";

/** The errors that viem decodes without an ABI. */
type RevertAbi = ParseAbi<["error Error(string)", "error Panic(uint256)"]>;

/** The bytes that a call reverted with. Nodes put them at different depths of the error; undefined if none are there. */
export function findRevertData(error: unknown): Hex | undefined {
  let found: Hex | undefined;
  if (!(error instanceof BaseError)) return undefined;
  error.walk((cause) => {
    const { data } = cause as { data?: unknown };
    const bytes = typeof data === "object" && data !== null ? (data as { data?: unknown }).data : data;
    if (isHex(bytes)) found = bytes;
    return found !== undefined;
  });
  return found;
}

/** The text of a `require`, or the number of a panic; undefined for bytes of another form. */
export function decodeRevertReason(data: Hex): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult<RevertAbi>({ data });
    return errorName === "Error" ? args[0] : `panic ${args[0]}`;
    // Stryker disable next-line BlockStatement: A function that ends without a return gives undefined, too.
  } catch {
    return undefined;
  }
}
