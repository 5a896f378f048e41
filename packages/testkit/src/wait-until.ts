const DEADLINE_MS = 180_000;
const INTERVAL_MS = 10;

/** Polls a condition; if it is not met in time, throws with `what` was awaited. */
export async function waitUntil(
  isMet: () => boolean | Promise<boolean>,
  what: string | (() => string) = String(isMet),
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isMet())) {
    if (performance.now() > deadline) {
      throw new Error(`Waited ${deadlineMs} ms in vain: ${typeof what === "string" ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
