/** Agents from `first` to `last`, all of them found right at `atMs` or later. */
type VerifiedRange = { first: number; last: number; atMs: number };

/** The ranges after one more of them was verified. Neighbours within `mergeMs` become one, so that there are few. */
export function addVerified(ranges: VerifiedRange[], added: VerifiedRange, mergeMs: number): VerifiedRange[] {
  const result: VerifiedRange[] = [];
  for (const range of ranges) {
    // What the new range covers is cut out of the older one.
    if (range.first < added.first) result.push({ ...range, last: Math.min(range.last, added.first - 1) });
    if (range.last > added.last) result.push({ ...range, first: Math.max(range.first, added.last + 1) });
  }
  const before = result.findIndex(
    (range) => range.last === added.first - 1 && Math.abs(added.atMs - range.atMs) <= mergeMs,
  );
  const neighbour = result[before];
  if (neighbour === undefined) return [...result, added].sort((a, b) => a.first - b.first);
  const merged = { first: neighbour.first, last: added.last, atMs: Math.min(neighbour.atMs, added.atMs) };
  return result.with(before, merged).sort((a, b) => a.first - b.first);
}

/** The share of agents 1 to `total` that were verified since then; 1 if there are none. */
export function toVerifiedShare(ranges: VerifiedRange[], total: number, sinceMs: number): number {
  if (total === 0) return 1;
  let verified = 0;
  for (const { first, last, atMs } of ranges) {
    if (atMs >= sinceMs) verified += Math.max(0, Math.min(last, total) - first + 1);
  }
  return Math.min(1, verified / total);
}

/** What a database holds; nothing verified if it is not readable. */
export function parseVerified(text: string): VerifiedRange[] {
  try {
    const rows = JSON.parse(text) as [number, number, number][];
    return rows.map(([first, last, atMs]) => ({ first, last, atMs }));
  } catch {
    return [];
  }
}

export function formatVerified(ranges: VerifiedRange[]): string {
  return JSON.stringify(ranges.map(({ first, last, atMs }) => [first, last, atMs]));
}
