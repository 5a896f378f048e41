import type { UrlChanges } from "../../shared/use-url-state.ts";

const NAME = "attestations";

/** More make the address too long to be sent. */
const MOST_LINES = 100;

/**
 * The lines of attestations that the address has unfolded, each by the number of a filing in it. Unlike a line's place, its
 * first or its last filing, that still finds the line when newer or older attestations have joined it.
 */
export function parseUnfolded(params: Pick<URLSearchParams, "get">): number[] {
  const numbers = (params.get(NAME) ?? "").split(".", MOST_LINES).map(Number);
  return numbers.filter((number) => Number.isSafeInteger(number) && number >= 1);
}

/** What the address says once this line is shown in full, or folded again; the line that was unfolded last comes first. */
export function toggleLine({ unfolded, line }: { unfolded: readonly number[]; line: number[] }): UrlChanges {
  const others = unfolded.filter((number) => !line.includes(number));
  const isFolded = others.length === unfolded.length;
  return { [NAME]: [...(isFolded ? line.slice(0, 1) : []), ...others].slice(0, MOST_LINES).join(".") };
}
