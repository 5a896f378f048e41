import type { EvidenceFolder } from "./write-decision.ts";

const SECONDS_A_LINE = 60;

/** Why nothing else was written of a refusal. */
type Kind = "notRegistered" | "overQuota";

/**
 * Counts the refusals of which no line is kept, by kind: the lines of a day add up to the day's counts. A
 * stranger can send any number of such requests, so they take one line a minute at most.
 */
export function countUnwritten(folder: EvidenceFolder) {
  const nothing: Record<Kind, number> = { notRegistered: 0, overQuota: 0 };
  let counts = { ...nothing };
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastAt = 0;

  async function write(): Promise<void> {
    if (counts.notRegistered + counts.overQuota === 0) return;
    const line = counts;
    counts = { ...nothing };
    writtenAt = lastAt;
    try {
      await folder.writeLine("unwritten", { decidedAt: lastAt, line });
    } catch (error) {
      for (const kind of Object.keys(nothing) as Kind[]) counts[kind] += line[kind];
      throw error;
    }
  }

  return {
    async add(kind: Kind, decidedAt: number): Promise<void> {
      counts[kind] += 1;
      lastAt = decidedAt;
      if (decidedAt - writtenAt >= SECONDS_A_LINE) await write();
    },
    /** Writes what was counted since the last line. */
    flush: write,
  };
}
