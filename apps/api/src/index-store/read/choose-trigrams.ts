import type { JoinedTexts } from "./joined-texts.ts";

const LENGTH = 3;
const MAX_CHOSEN = 4;
/** Of a long text only so many are looked at. */
const MAX_CANDIDATES = 24;

/** How much is made of what is likely, against what was seen: as if so many more texts had been looked at. */
const DOUBT = 2;
/** If a trigram is in all of so many texts with another one, it is taken to be in every such text. */
const ENOUGH_TEXTS = 20;

/**
 * The trigrams of a text by which an index finds it soonest. An index walks over the list of each trigram that it is
 * given, and what all lists hold is read and looked at: few trigrams that are rare and seldom come together are best,
 * and which these are shows in a sample of what is searched. `costOfEntry` is what it takes to walk over one entry of a
 * list, as a share of what it takes to read one agent. `foundOtherwise` is the share of all texts that the index finds without
 * any trigram, if it is given something else, too.
 *
 * What comes nowhere in a sample of a thousand may be ten thousand times in a register of ten million. So a share is never
 * taken for none, and one trigram is expected in texts with another more often than chance would have it: those of one
 * word often come together.
 */
export function chooseTrigrams(
  trigrams: readonly string[],
  { sample, costOfEntry, foundOtherwise }: ChooseOptions,
): string[] {
  const step = Math.max(1, Math.ceil(trigrams.length / MAX_CANDIDATES));
  const candidates = trigrams.filter((_, i) => i % step === 0).map((trigram) => toCandidate(trigram, sample));
  const chosen: Candidate[] = [];
  /** What all that are chosen have in common, in the sample and as a share of everything: so much would be read. */
  let open: Holding | undefined =
    foundOtherwise === undefined ? undefined : { entries: [], share: foundOtherwise };
  while (chosen.length < MAX_CHOSEN) {
    let best: { candidate: Candidate; cost: number; left: Holding } | undefined;
    for (const candidate of candidates) {
      if (chosen.some((other) => comesWith(other, candidate))) continue;
      const left = open === undefined ? candidate : withBoth(open, candidate);
      const cost = costOfEntry * candidate.share + left.share;
      if (best === undefined || cost < best.cost) best = { candidate, cost, left };
    }
    // Without any trigram all is read; with a first one always less.
    if (best === undefined || (open !== undefined && best.cost >= open.share)) break;
    chosen.push(best.candidate);
    open = best.left;
  }
  // Rare ones first: PostgreSQL looks an entry up in a list only if those before it have it.
  return chosen.toSorted((a, b) => a.share - b.share).map(({ trigram }) => trigram);
}

type ChooseOptions = { sample: JoinedTexts; costOfEntry: number; foundOtherwise?: number };

/** Texts of the sample by their numbers, and what share of all texts such ones are. */
type Holding = { entries: readonly number[]; share: number };
/** `isIn`: 1 for each text of the sample that holds it. */
type Candidate = Holding & { trigram: string; isIn: Uint8Array };

function toCandidate(trigram: string, sample: JoinedTexts): Candidate {
  const entries = sample.find(trigram);
  const isIn = new Uint8Array(sample.size);
  for (const entry of entries) isIn[entry] = 1;
  return { trigram, entries, isIn, share: toShare(entries.length, sample) };
}

/** What share of all texts is like so many of the sample. */
export function toShare(entries: number, { size }: JoinedTexts): number {
  return (entries + 0.5) / (size + 0.5);
}

/**
 * Whether every text of the sample with the chosen trigram also has the candidate, as with two of one word. If so, an index
 * that is given both finds as many agents as with the chosen one alone.
 */
function comesWith(chosen: Candidate, candidate: Candidate): boolean {
  if (chosen === candidate) return true;
  return (
    chosen.entries.length >= ENOUGH_TEXTS && chosen.entries.every((entry) => candidate.isIn[entry] === 1)
  );
}

function withBoth(open: Holding, { share, isIn }: Candidate): Holding {
  const both = open.entries.filter((entry) => isIn[entry] === 1);
  const likely = Math.sqrt(share);
  const seen = (both.length + DOUBT * likely) / (open.entries.length + DOUBT);
  return { entries: both, share: open.share * seen };
}

/** All sequences of three characters in the text, each once. */
export function toTrigrams(text: string): string[] {
  const characters = [...text];
  const found = new Set<string>();
  for (let i = 0; i + LENGTH <= characters.length; i += 1)
    found.add(characters.slice(i, i + LENGTH).join(""));
  return [...found];
}
