/** As many logs as parse in a few milliseconds, so that the API can answer in between. */
const TARGET_LOGS = 1_000;
const MAX_BLOCKS = 1_000_000;
/** After this number of good answers in a row the limit that a node once named is raised. */
const GOOD_RANGES_BEFORE_RETRY = 50;

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
      if (successes % GOOD_RANGES_BEFORE_RETRY === 0) ceiling = Math.min(MAX_BLOCKS, ceiling * 2);
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

/** Some nodes refuse batches of more calls. */
const MAX_CALLS = 64;
/** After this number of good answers in a row more calls are tried: the node may only have been out of reach. */
const GOOD_BATCHES_BEFORE_RETRY = 10;

/** How many calls to send in one request: as many as the node takes. */
export function createBatchSize() {
  let calls = MAX_CALLS;
  let successes = 0;

  return {
    get calls(): number {
      return calls;
    },
    succeeded(): void {
      successes += 1;
      if (successes % GOOD_BATCHES_BEFORE_RETRY === 0) calls = Math.min(MAX_CALLS, calls * 2);
    },
    /** Whatever the reason: a node that takes no batches at all says so in many ways. */
    failed(asked: number): void {
      successes = 0;
      calls = Math.max(1, Math.min(calls, Math.floor(asked / 2)));
    },
  };
}
