const DEADLINE_MS = 60_000;

/** Asks again and again until it is so. */
export async function eventually(isSo: () => Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not so after ${deadlineMs} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
