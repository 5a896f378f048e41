import { getPriority, setPriority } from "node:os";

type Nice = { get(): number; set(priority: number): void };

/**
 * Lets other processes go first where processors are few. No more than a wish: a sandbox may forbid it, as one of systemd's
 * does, and the work has to be done all the same. A process that was started with a still lower priority keeps it.
 */
export function lowerPriority(
  priority: number,
  { get, set }: Nice = { get: getPriority, set: setPriority },
): void {
  try {
    if (get() < priority) set(priority);
  } catch {
    // It goes on with the priority that it has.
  }
}
