/** Shorter names are close to variables that have nothing to do with us, such as HOME to HOST. */
const SHORTEST_NAME = 6;
/** From this length on two letters may be wrong, before it one. */
const LONG_NAME = 10;

/**
 * A sentence for each variable of the environment that is nearly a setting. It would otherwise do nothing, and the setting
 * that was meant would keep its default. Variables that are not close to a setting are none of ours.
 */
export function describeMisspelt({
  env,
  settings,
}: {
  env: Record<string, string | undefined>;
  settings: readonly string[];
}): string[] {
  const given = Object.keys(env).filter((name) => env[name] && !settings.includes(name));
  return given.flatMap((name) => {
    const meant = findNearest(name, settings);
    return meant === undefined ? [] : [`${name} is no setting; did you mean ${meant}?`];
  });
}

function findNearest(name: string, settings: readonly string[]): string | undefined {
  const [nearest] = settings
    .map((setting) => ({ setting, distance: countEdits(name, setting) }))
    .filter(({ setting, distance }) => distance <= toAllowedEdits(setting))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.setting;
}

function toAllowedEdits({ length }: string): number {
  if (length < SHORTEST_NAME) return 0;
  return length < LONG_NAME ? 1 : 2;
}

/** Letters that are missing, superfluous, other ones, or swapped with their neighbour (optimal string alignment). */
function countEdits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const at = (from: number[], index: number) => from[index] ?? Number.POSITIVE_INFINITY;
      row[j] = Math.min(
        at(row, j - 1) + 1,
        at(last, j) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
