const DEADLINE_MS = 180_000;
/** Often at first; what takes long is asked for less often, since asking takes time from what is awaited. */
const [LEAST_INTERVAL_MS, MOST_INTERVAL_MS] = [10, 50];

/** Polls a condition; if it is not met in time, throws with `what` was awaited. */
export async function waitUntil(
  isMet: () => boolean | Promise<boolean>,
  what: string | (() => string) = String(isMet),
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isMet())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > deadlineMs) {
      throw new Error(`Waited ${deadlineMs} ms in vain: ${typeof what === "string" ? what : what()}`);
    }
    const intervalMs = Math.min(Math.max(waitedMs / 20, LEAST_INTERVAL_MS), MOST_INTERVAL_MS);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
