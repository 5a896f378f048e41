import type { Engine } from "@agent-registry/service";
import { MAX_SEARCH_MATCHES } from "../index-reader.ts";
import { toTrigrams } from "./choose-trigrams.ts";
import type { Sample } from "./scope-sample.ts";
import type { Search } from "./search-term.ts";
import { findRareWords } from "./search-words.ts";

/** To collect and sort a match takes about as long as to walk over so many agents. */
const WALKED_FOR_ONE_COLLECTED = 2;
/** Matches are not spread evenly over the register: a walk may take so many times as long as expected. */
const MARGIN = 4;
/** The index has a short list for a trigram that at most such a share of the sample holds. */
const RARE_IN_SAMPLE = 0.01;
/** To look through one slice takes so many times its share of what it takes to look through the whole index. */
const COST_OF_SLICE = 1.5;

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
  longestCount: 20_000,
  sliceAgents: 100_000,
};

type PlanOptions = {
  engine: Engine;
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
  /** A few slices of the register hold as many matches as are counted, so it is worth looking in one after the other. */
  isSliced: boolean;
  /** Fewer agents have the status than match the term, so matches are looked for among them. */
  isByStatus: boolean;
};

/** How to search, going by how frequent the term and the status are in a sample. */
export function planSearch({ engine, sample, search, status, wanted, sizes }: PlanOptions): SearchPlan {
  const { statuses, agents } = sample;
  const isOfStatus = (picked: number | undefined) => status === undefined || picked === status;
  const matching = findMatches(search, sample);
  const found = matching.filter((i) => isOfStatus(statuses[i])).length;
  // One more than found: what is not in the sample may still be in the register.
  const share = (found + 1) / (statuses.length + 1);
  const walked = Math.ceil(wanted / share);
  const counted = Math.ceil((sizes.maxMatches + 1) / share);
  const isLongCount = counted > sizes.longestCount;
  const isByTrigrams = search.isIndexed && search.agentId === undefined && search.addressStart === undefined;
  const slices = Math.ceil(counted / sizes.sliceAgents);
  const isSliced =
    sample.hasSlices &&
    isByTrigrams &&
    isLongCount &&
    COST_OF_SLICE * slices * sizes.sliceAgents <= agents &&
    !(found === 0 && hasRarePart(search, sample));
  // PostgreSQL reads whole lists of trigrams, however few matches are wanted, so it may as well collect them all.
  const isReadWhole = engine === "postgres" && isByTrigrams && isLongCount;
  const isCollected = !isSliced && (isReadWhole || agents * share * WALKED_FOR_ONE_COLLECTED <= walked);
  return {
    counted: isCollected || isLongCount ? 0 : MARGIN * counted,
    isSliced,
    collected: isCollected ? Math.ceil(MARGIN * agents * share) : 0,
    walked: MARGIN * walked,
    isByStatus: status !== undefined && statuses.filter(isOfStatus).length < matching.length,
  };
}

/** Then an index finds the text at once, or finds that it comes nowhere. */
function hasRarePart({ text }: Search, { scopes }: Sample): boolean {
  return (
    findRareWords(text, scopes).length > 0 ||
    toTrigrams(text).some((trigram) => scopes.find(trigram).length <= RARE_IN_SAMPLE * scopes.size)
  );
}

function findMatches({ text, isOfAddress }: Search, { scopes, addresses }: Sample): readonly number[] {
  const inScope = scopes.find(text);
  return isOfAddress ? [...new Set([...inScope, ...addresses.find(text)])] : inScope;
}
