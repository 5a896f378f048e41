type ByteRange = { first: number; last: number };

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a `Range` header asks for. Undefined if the whole is to be sent: there is no header, or one that may
 * be ignored, such as for several ranges. `"none"` if the file has no such bytes.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, first, last] = ONE_RANGE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  // The last so many bytes.
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { first: size - length, last: size - 1 };
  }
  const range = { first: Number(first), last: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== "" && Number(last) < range.first) return undefined;
  return range.first >= size ? "none" : range;
}
