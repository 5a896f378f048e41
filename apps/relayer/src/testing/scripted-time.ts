import { after, mock } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";

/** More timers than any test has at one moment: something wakes itself for ever. */
const MAX_AT_ONCE = 100;

/** Calls that share a commit wait a turn of the event loop for each other, and may do so one after the other. */
const TURNS = 4;

type Timer = { at: number; run: () => void; unref(): Timer };

/**
 * Takes over the process's clock and timers: time stands still until `pass`. Timers fire one by one at their
 * exact moment, and all that follows from one is over before the next. After the tests of the file, or of the suite that
 * asks for it, clock and timers are the process's own again.
 */
export function createScriptedTime() {
  let now = 1_700_000_000_000;
  const timers = new Set<Timer>();
  const replaced = [
    mock.method(globalThis, "setTimeout", (run: () => void, delayMs = 0) => {
      const timer: Timer = { at: now + delayMs, run, unref: () => timer };
      timers.add(timer);
      return timer;
    }),
    mock.method(globalThis, "clearTimeout", (timer: Timer) => void timers.delete(timer)),
    mock.method(performance, "now", () => now),
  ];
  after(() => {
    for (const { mock: method } of replaced) method.restore();
  });

  function findNext(end: number): Timer | undefined {
    const due = [...timers].filter(({ at }) => at <= end);
    return due.toSorted((a, b) => a.at - b.at)[0];
  }

  async function turn(): Promise<void> {
    for (let i = 0; i < TURNS; i += 1) await nextTurn();
  }

  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    let atOnce = 0;
    await turn();
    for (let timer = findNext(end); timer !== undefined; timer = findNext(end)) {
      atOnce = timer.at > now ? 0 : atOnce + 1;
      if (atOnce > MAX_AT_ONCE) throw new Error("Timers wake each other without end");
      now = Math.max(now, timer.at);
      timers.delete(timer);
      timer.run();
      await turn();
    }
    now = end;
  }

  return {
    clock: { now: () => now },
    now: () => now,
    pass,
    /** The process stands still for `ms`: what is due meanwhile comes afterwards. */
    sleep(ms: number): void {
      now += ms;
    },
    /** Until nothing goes on without time passing. */
    settle: () => pass(0),
    forgetTimers: () => timers.clear(),
  };
}
