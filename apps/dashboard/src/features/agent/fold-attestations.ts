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
