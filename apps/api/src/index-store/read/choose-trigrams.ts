import type { JoinedTexts } from "./joined-texts.ts";

const LENGTH = 3;
const MAX_CHOSEN = 4;
/** Of a long text only so many are looked at. */
const MAX_CANDIDATES = 24;

/**
 * The trigrams of a text by which an index finds it soonest. An index walks over the list of each trigram that it is
 * given, and what all lists hold is read and looked at: few trigrams that are rare and seldom come together are best,
 * and which these are shows in a sample of what is searched. `costOfEntry` is what it takes to walk over one entry of a
 * list, as a share of what it takes to read one agent.
 */
export function chooseTrigrams(
  trigrams: readonly string[],
  { sample, costOfEntry }: { sample: JoinedTexts; costOfEntry: number },
): string[] {
  const step = Math.max(1, Math.ceil(trigrams.length / MAX_CANDIDATES));
  const candidates = trigrams
    .filter((_, i) => i % step === 0)
    .map((trigram) => ({ trigram, entries: sample.find(trigram) }));
  const chosen: string[] = [];
  /** What all that are chosen have in common: these would be read. */
  let open: Set<number> | undefined;
  while (chosen.length < MAX_CHOSEN) {
    let best: { trigram: string; cost: number; left: readonly number[] } | undefined;
    for (const { trigram, entries } of candidates) {
      const left = open === undefined ? entries : entries.filter((entry) => open?.has(entry));
      const cost = costOfEntry * entries.length + left.length;
      if (best === undefined || cost < best.cost) best = { trigram, cost, left };
    }
    // Without any trigram all is read; with a first one always less.
    if (best === undefined || (open !== undefined && best.cost >= open.size)) break;
    chosen.push(best.trigram);
    open = new Set(best.left);
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
