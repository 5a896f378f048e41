/** Throws unless a setting is a positive number: a limit that is not a number would let everything through. */
export function requirePositive({ value, name }: { value: number; name: string }): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number: ${value}`);
}
