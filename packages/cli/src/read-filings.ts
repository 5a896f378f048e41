import { setTimeout } from "node:timers/promises";
import { type FollowInput, followFilings, type RegisterFiling, RegistryError } from "@agent-registry/sdk";

/** The most that the query API gives at once. */
const MAX_PAGE = 1_000;
const OUTAGE_MS = 15_000;

type ReadFilings = {
  client: Parameters<typeof followFilings>[0];
  after: string | undefined;
  limit: number | undefined;
  /** Waits for new filings at the register's end; otherwise it ends there. */
  follow: boolean;
  checkEveryMs: number;
  signal: AbortSignal;
  onFiling(filing: RegisterFiling): void;
  /** Every filing after this number was taken back. */
  onRewound(to: number): void;
  onOutage(error: RegistryError): void;
  /** Where to go on; not called if nothing was read. */
  onEnd(next: string): void;
};

/** Reads filings from a cursor on, to the limit, to the register's end or until it is stopped. */
export async function readFilings(reading: ReadFilings): Promise<void> {
  const { follow, checkEveryMs, signal } = reading;
  let next = reading.after;
  let left = reading.limit ?? Number.POSITIVE_INFINITY;

  /** Ends if everything wanted was read, or if fewer are wanted than the next answer would hold. */
  async function readOn(input: FollowInput & { limit: number }): Promise<void> {
    for await (const item of followFilings(reading.client, input)) {
      if (item.kind === "rewound") reading.onRewound(item.to);
      else {
        for (const filing of item.filings) reading.onFiling(filing);
        left -= item.filings.length;
        if (!item.hasMore && !follow) left = 0;
      }
      next = item.next;
      if (left < input.limit) return;
    }
  }

  try {
    while (left > 0 && !signal.aborted) {
      const limit = Math.min(left, MAX_PAGE);
      await readOn({ after: next, limit, pollIntervalMs: checkEveryMs, signal }).catch(async (error) => {
        if (!follow || !(error instanceof RegistryError && error.isTemporary)) throw error;
        reading.onOutage(error);
        await setTimeout(OUTAGE_MS, undefined, { signal }).catch(() => {});
      });
    }
  } finally {
    if (next !== undefined) reading.onEnd(next);
  }
}
