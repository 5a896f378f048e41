import { MAX_SEARCH_MATCHES } from "../index-reader.ts";
import type { Sample } from "./scope-sample.ts";
import type { Search } from "./search-term.ts";

/** To collect and sort a match takes about as long as to walk over so many agents. */
const WALKED_FOR_ONE_COLLECTED = 2;
/** Matches are not spread evenly over the register: a walk may take so many times as long as expected. */
const MARGIN = 4;
/** For slices it costs little to look again, in twice as many. */
const SLICES_MARGIN = 2;

export type SearchSizes = {
  /** More matches are not counted. */
  maxMatches: number;
  /** A walk that is expected to be longer is not tried, to count the matches. */
  longestCount: number;
  /** Agents in one slice of the register. The index over the scopes has slices of this size, by its migration. */
  sliceAgents: number;
};

export const SEARCH_SIZES: SearchSizes = {
  maxMatches: MAX_SEARCH_MATCHES,
  longestCount: 40_000,
  sliceAgents: 100_000,
};

type PlanOptions = {
  sample: Sample;
  search: Search;
  /** The only status that is wanted, if one is. */
  status?: number | undefined;
  /** How many matches are needed to fill the page. */
  wanted: number;
  sizes: SearchSizes;
};

type SearchPlan = {
  /** So many matches are worth collecting to put them in order. */
  collected: number;
  /** If there are more: so many agents are worth walking over in the wanted order. */
  walked: number;
  /** Among so many agents are more matches than are counted, if it is worth looking; else 0. */
  counted: number;
  /** In so many slices of the register are more matches than are counted, if it is worth looking; else 0. */
  slices: number;
  /** Fewer agents have the status than match the term, so matches are looked for among them. */
  isByStatus: boolean;
};

/** How to search, going by how frequent the term and the status are in a sample. */
export function planSearch({ sample, search, status, wanted, sizes }: PlanOptions): SearchPlan {
  const { statuses, agents } = sample;
  // One more than found: what is not in the sample may still be in the register.
  const toShare = (found: number) => (found + 1) / (statuses.length + 1);
  const isOfStatus = (picked: number | undefined) => status === undefined || picked === status;
  const matching = findMatches(search, sample);
  const share = toShare(matching.filter((i) => isOfStatus(statuses[i])).length);
  const walked = Math.ceil(wanted / share);
  const isCollected = agents * share * WALKED_FOR_ONE_COLLECTED <= walked;
  const counted = Math.ceil((sizes.maxMatches + 1) / share);
  const isWalked = !isCollected && counted <= sizes.longestCount;
  const slices = Math.ceil((SLICES_MARGIN * counted) / sizes.sliceAgents);
  // A slice takes its share of what it takes to look through the whole index, and some of that again for itself.
  const isSliced = !isCollected && !isWalked && 2 * slices * sizes.sliceAgents <= agents;
  return {
    counted: isWalked ? MARGIN * counted : 0,
    slices: isSliced ? slices : 0,
    collected: isCollected ? Math.ceil(MARGIN * agents * share) : 0,
    walked: MARGIN * walked,
    isByStatus: status !== undefined && statuses.filter(isOfStatus).length < matching.length,
  };
}

function findMatches({ text, isOfAddress }: Search, { scopes, addresses }: Sample): readonly number[] {
  const inScope = scopes.find(text);
  return isOfAddress ? [...new Set([...inScope, ...addresses.find(text)])] : inScope;
}
