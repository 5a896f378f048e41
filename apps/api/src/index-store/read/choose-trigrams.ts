/** What it takes to walk over one entry of a trigram's list, as a share of what it takes to read one agent. */
const COST_OF_ENTRY = 0.05;
const LENGTH = 3;
const MAX_CHOSEN = 4;
/** Of a long text only so many are looked at. */
const MAX_CANDIDATES = 24;

/**
 * The trigrams of a text by which an index finds it soonest. An index walks over the list of each trigram that it is
 * given, and what all lists hold is read and looked at: few trigrams that are rare and seldom come together are best,
 * and which these are shows in a sample of what is searched.
 */
export function chooseTrigrams(trigrams: readonly string[], sample: readonly string[]): string[] {
  let open = sample;
  const chosen: string[] = [];
  const step = Math.max(1, Math.ceil(trigrams.length / MAX_CANDIDATES));
  const candidates = trigrams
    .filter((_, i) => i % step === 0)
    .map((trigram) => ({
      trigram,
      entries: sample.filter((text) => text.includes(trigram)).length,
    }));
  while (chosen.length < MAX_CHOSEN) {
    let best: { trigram: string; cost: number; left: string[] } | undefined;
    for (const { trigram, entries } of candidates) {
      const left = open.filter((text) => text.includes(trigram));
      const cost = COST_OF_ENTRY * entries + left.length;
      if (best === undefined || cost < best.cost) best = { trigram, cost, left };
    }
    // Without any trigram all is read; with a first one always less.
    if (best === undefined || (chosen.length > 0 && best.cost >= open.length)) break;
    chosen.push(best.trigram);
    open = best.left;
  }
  return chosen;
}

/** All sequences of three characters in the text, each once. */
export function toTrigrams(text: string): string[] {
  const characters = [...text];
  const found = new Set<string>();
  for (let i = 0; i + LENGTH <= characters.length; i += 1)
    found.add(characters.slice(i, i + LENGTH).join(""));
  return [...found];
}
