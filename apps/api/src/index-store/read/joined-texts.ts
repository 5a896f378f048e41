/** No text that is stored or searched for holds it. */
const END = "\0";
const MAX_REMEMBERED = 500;

export type JoinedTexts = {
  /** How many texts there are. */
  size: number;
  /** Which of the texts hold the part. */
  find(part: string): readonly number[];
};

/**
 * Many texts in one string: to look for a part in all of them takes a fraction of a look at one after the other. Parts
 * that are in many texts take the longest and are asked for the most, so what was found is remembered.
 */
export function joinTexts(texts: readonly string[]): JoinedTexts {
  const joined = texts.map((text) => text + END).join("");
  const ends: number[] = [];
  for (let at = joined.indexOf(END); at !== -1; at = joined.indexOf(END, at + 1)) ends.push(at);
  const remembered = new Map<string, number[]>();

  function look(part: string): number[] {
    const found: number[] = [];
    let at = joined.indexOf(part);
    for (const [i, end] of ends.entries()) {
      if (at === -1) break;
      if (at > end) continue;
      found.push(i);
      at = joined.indexOf(part, end + 1);
    }
    return found;
  }

  return {
    size: texts.length,
    find(part) {
      const known = remembered.get(part);
      if (known !== undefined) return known;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      const found = look(part);
      remembered.set(part, found);
      return found;
    },
  };
}
