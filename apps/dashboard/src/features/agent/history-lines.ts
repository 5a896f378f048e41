import type { UrlChanges } from "../../shared/url-state/url-state.tsx";
import type { Story } from "./filing-stories.ts";

/** One line of the history: something that happened, or attestations in a row, newest first. */
type HistoryLine = { kind: "story"; story: Story } | { kind: "attestations"; stories: Story[] };

/** An agent attests every few days: in one line, what else happened is seen at once. */
export function foldAttestations(stories: readonly Story[]): HistoryLine[] {
  const lines: HistoryLine[] = [];
  for (const story of stories) {
    const line = lines.at(-1);
    if (story.filing.kind !== "attested") lines.push({ kind: "story", story });
    else if (line?.kind === "attestations") line.stories.push(story);
    else lines.push({ kind: "attestations", stories: [story] });
  }
  return lines.map((line) => {
    const [story, second] = line.kind === "attestations" ? line.stories : [];
    return story !== undefined && second === undefined ? { kind: "story", story } : line;
  });
}

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
