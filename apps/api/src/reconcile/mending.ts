import type { Clock, Logger } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { createBackOff } from "../chain/back-off.ts";
import { InconsistentLogs } from "../index/apply/change.ts";
import type { IndexWriter } from "../index/apply/index-writer.ts";
import type { IndexSchema } from "../index/schema.ts";
import type { MendPlan } from "./plan-mend.ts";
import { findRewindRow } from "./plan-mend.ts";

export type Mending = ReturnType<typeof createMending>;

/**
 * Hands the mend of the index from the comparison, which finds what is wrong, to the sync, which alone
 * writes. A mend that does not help is repeated ever more rarely: a node that goes on lying must not keep the
 * index from answering.
 */
export function createMending(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  logger: Logger;
  delays: { firstMs: number; maxMs: number };
  onRebuild: () => void;
}) {
  const { db, clock, logger, delays, onRebuild } = options;
  const backOff = createBackOff({ baseMs: delays.firstMs, maxMs: delays.maxMs });
  let plan: MendPlan | null = null;
  let isApplying = false;
  let notBeforeMs = 0;

  async function rebuild(writer: IndexWriter): Promise<void> {
    logger.error("Index and contract differ; the index is built anew");
    onRebuild();
    await writer.clear();
  }

  async function rewind(writer: IndexWriter, wanted: MendPlan): Promise<boolean> {
    const row = wanted.kind === "rewind" ? await findRewindRow(db, wanted.block) : undefined;
    if (row === undefined) return false;
    try {
      await writer.undoTo(row);
    } catch (error) {
      // The wrong rows may be those that undoing needs. Then the index is built anew.
      if (error instanceof InconsistentLogs) return false;
      throw error;
    }
    logger.warn({ block: row.number }, "Logs were left out; the index is read again from before them");
    return true;
  }

  return {
    isDue: () => clock.now() >= notBeforeMs,
    /** Until the index is mended nothing is compared: what is wrong would be found a second time. */
    isPending: () => plan !== null || isApplying,
    request(next: MendPlan): void {
      plan = next;
      notBeforeMs = clock.now() + backOff.next();
    },
    /** Another process leads. */
    drop(): void {
      plan = null;
    },
    /** Index and contract agree again. */
    succeeded(): void {
      notBeforeMs = 0;
      backOff.reset();
    },

    /**
     * Called by the sync before a step; true if the index was changed and is to be read on from another node.
     * `announce` publishes that no process may answer from the index until it is caught up again.
     */
    async apply(writer: IndexWriter, announce: () => Promise<void>): Promise<boolean> {
      const wanted = plan;
      if (wanted === null) return false;
      // If this fails, what is still wrong then is planned anew.
      plan = null;
      isApplying = true;
      try {
        await announce();
        if (!(await rewind(writer, wanted))) await rebuild(writer);
      } finally {
        isApplying = false;
      }
      return true;
    },
  };
}
