const INTERVALS = 4;
/** Ten cents: the axis is labelled with one place after the point. */
const SMALLEST_STEP = 10;

/** Round places on an axis of cents, from zero to the largest amount or a little above it. */
export function toTicks(largest: number): number[] {
  const least = Math.max(SMALLEST_STEP, largest / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= least) ?? 10);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
