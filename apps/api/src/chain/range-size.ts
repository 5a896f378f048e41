/** As many logs as parse in a few milliseconds, so that the API can answer in between. */
const TARGET_LOGS = 1_000;
const MAX_BLOCKS = 1_000_000;
/** After so many good answers in a row the limit that a node once named is raised. */
const SUCCESSES_BEFORE_RETRY = 50;

/** How many blocks to ask for at once: as many as the node allows and we can take in. */
export function createRangeSize({ initialBlocks = 50 }: { initialBlocks?: number } = {}) {
  let blocks = initialBlocks;
  let ceiling = MAX_BLOCKS;
  let successes = 0;

  return {
    get blocks(): number {
      return blocks;
    },
    succeeded({ asked, logs }: { asked: number; logs: number }): void {
      successes += 1;
      if (successes % SUCCESSES_BEFORE_RETRY === 0) ceiling = Math.min(MAX_BLOCKS, ceiling * 2);
      if (logs > TARGET_LOGS) blocks = Math.max(1, Math.floor((asked * TARGET_LOGS) / logs));
      // A short last range says nothing about long ones.
      else if (asked >= blocks) {
        const wanted = logs === 0 ? blocks * 4 : Math.floor((asked * TARGET_LOGS) / logs);
        blocks = Math.max(1, Math.min(ceiling, blocks * 4, wanted));
      }
    },
    /** False if the range cannot get any smaller. */
    tooLarge(asked: number): boolean {
      successes = 0;
      ceiling = Math.max(1, Math.floor(asked / 2));
      blocks = Math.min(blocks, ceiling);
      return asked > 1;
    },
  };
}
