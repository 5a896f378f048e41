import type { Filing } from "@agent-registry/protocol";
import type { Moment } from "../../api/resources.ts";

type Steps = { previous: Filing | undefined; next: Filing | undefined };

/**
 * The filings on either side of a moment, to step to. One of the moment's own block is neither: stepping to it would
 * lead nowhere. `before` and `since` come newest first.
 */
export function findSteps({
  before,
  since,
  asOf,
  moment,
}: {
  before: readonly Filing[];
  since: readonly Filing[];
  asOf: { timestamp: string; block: number | null };
  moment: Moment;
}): Steps {
  const isNow = (filing: Filing) =>
    "block" in moment
      ? filing.blockNumber === moment.block
      : Date.parse(filing.timestamp) === Date.parse(asOf.timestamp);
  return { previous: before.find((filing) => !isNow(filing)), next: since.at(-1) };
}
