/** Not yet in TypeScript's own types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * A sum for `JSON.stringify`, which writes every digit of it. A JSON number may have any number of digits;
 * readers that know only doubles, as JavaScript does, take the nearest one beyond 2^53. Refusing such a sum
 * instead would let two reports hide it from all readers.
 */
export function toJsonSum(sum: bigint): number {
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : (rawJSON(String(sum)) as number);
}

/** Names are free text, perhaps `__proto__`: `fromEntries` makes each an own property. */
export function toJsonSums(sums: Record<string, bigint>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, toJsonSum(sum)]));
}
