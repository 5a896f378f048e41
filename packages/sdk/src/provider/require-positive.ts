/** A setting, or what it is by default. Throws unless it is a positive number: a limit that is none would let everything through. */
export function requirePositive<Name extends string>(
  settings: { readonly [name in Name]?: number | undefined },
  { name, byDefault = Number.NaN }: { name: Name; byDefault?: number },
): number {
  const value = settings[name] ?? byDefault;
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number: ${value}`);
}
