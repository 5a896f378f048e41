/**
 * Numbers that a double may not hold: sixteen digits or more, or an exponent. A reviver makes parsing several times
 * slower, and hardly any answer holds such a number.
 */
// Stryker disable next-line Regex: Only speed: more answers are read with a reviver, with the same result.
const PERHAPS_INEXACT = /(?:^|[\s:,[])-?\d(?:\d{15}|[\d.]*[eE])/;

/** A number in an answer that cannot be read exactly here: to show it rounded would be to show another sum. */
export class InexactNumberError extends RangeError {
  override readonly name = "InexactNumberError";
}

/**
 * `JSON.parse`, except that whole numbers beyond 2^53 become a `bigint` with every digit. Everything else is as ever:
 * what fits a `number` is one. Throws a `SyntaxError` as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  return PERHAPS_INEXACT.test(text) ? JSON.parse(text, toExact) : JSON.parse(text);
}

/** The fields of an object that may be something else, which then has none. */
export function toFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function toExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  const digits = context?.source;
  // Engines before 2025 do not say how a number was written.
  if (digits === undefined)
    throw new InexactNumberError(
      "It holds sums beyond 2^53, which this JavaScript engine cannot read exactly",
    );
  if (!/^-?\d+$/.test(digits))
    throw new InexactNumberError("It holds a number beyond 2^53 that is not written in whole digits");
  return BigInt(digits);
}
