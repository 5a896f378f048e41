import type { Sample } from "./scope-sample.ts";
import type { Search } from "./search-term.ts";

/** To collect and sort a match takes about as long as to walk over so many agents. */
const WALKED_FOR_ONE_COLLECTED = 2;
/** A walk that is expected to be longer is not tried, to count the matches. */
const LONGEST_COUNT = 40_000;
/** Matches are not spread evenly over the register: a walk may take so many times as long as expected. */
const MARGIN = 4;

type PlanOptions = {
  sample: Sample;
  search: Search;
  /** The only status that is wanted, if one is. */
  status?: number | undefined;
  /** How many matches are needed to fill the page. */
  wanted: number;
  maxMatches: number;
};

type SearchPlan = {
  /** So many matches are worth collecting to put them in order. */
  collected: number;
  /** If there are more: so many agents are worth walking over in the wanted order. */
  walked: number;
  /** Among so many agents are more matches than are counted, if it is worth looking; else 0. */
  counted: number;
  /** Fewer agents have the status than match the term, so matches are looked for among them. */
  isByStatus: boolean;
};

/** How to search, going by how frequent the term and the status are in a sample. */
export function planSearch({ sample, search, status, wanted, maxMatches }: PlanOptions): SearchPlan {
  const { statuses, agents } = sample;
  // One more than found: what is not in the sample may still be in the register.
  const toShare = (found: number) => (found + 1) / (statuses.length + 1);
  const isOfStatus = (picked: number | undefined) => status === undefined || picked === status;
  const matching = findMatches(search, sample);
  const share = toShare(matching.filter((i) => isOfStatus(statuses[i])).length);
  const walked = Math.ceil(wanted / share);
  const isCollected = agents * share * WALKED_FOR_ONE_COLLECTED <= walked;
  const counted = Math.ceil((maxMatches + 1) / share);
  return {
    counted: isCollected || counted > LONGEST_COUNT ? 0 : MARGIN * counted,
    collected: isCollected ? Math.ceil(MARGIN * agents * share) : 0,
    walked: MARGIN * walked,
    isByStatus: status !== undefined && statuses.filter(isOfStatus).length < matching.length,
  };
}

function findMatches({ text, isOfAddress }: Search, { scopes, addresses }: Sample): readonly number[] {
  const inScope = scopes.find(text);
  return isOfAddress ? [...new Set([...inScope, ...addresses.find(text)])] : inScope;
}
