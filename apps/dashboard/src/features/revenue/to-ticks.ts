const INTERVALS = 4;
/** Ten cents: labels on the axis have one decimal place. */
const SMALLEST_STEP = 10;

/** Round ticks on an axis of cents, from zero to the largest amount or a little above it. */
export function toTicks(largest: number): number[] {
  const least = Math.max(SMALLEST_STEP, largest / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= least) ?? 10);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
