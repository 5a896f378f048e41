/** Injected into everything that decides by the time, so that tests can turn it. Milliseconds since the epoch. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
