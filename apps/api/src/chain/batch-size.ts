/** Some nodes refuse batches of more calls. */
const MAX_CALLS = 64;
/** After so many good answers in a row more calls are tried: the node may only have been out of reach. */
const SUCCESSES_BEFORE_RETRY = 10;

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
      if (successes % SUCCESSES_BEFORE_RETRY === 0) calls = Math.min(MAX_CALLS, calls * 2);
    },
    /** Whatever the reason: a node that takes no batches at all says so in many ways. */
    failed(asked: number): void {
      successes = 0;
      calls = Math.max(1, Math.min(calls, Math.floor(asked / 2)));
    },
  };
}
