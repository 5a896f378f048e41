import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { FilingRow, IndexSchema } from "../index/schema.ts";
import { type CertificateParties, toParties } from "./compare-certificates.ts";

/** A filing is up to two slots, and each slot a request. */
const MAX_FILINGS = 25;
/** Between two steps of the walk over all certificates. */
const WALK_MS = 30_000;

/**
 * Compares what filings about persons and notaries led to: of the newest ones a few seconds after they were indexed, and
 * of all of them a few at a time, again and again.
 */
export async function followCertificates(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  intervalMs: number;
  /** False if it could not be compared now. */
  check: (parties: CertificateParties[]) => Promise<boolean>;
}) {
  const { db, clock, intervalMs, check } = options;
  let newest = await readLastSequence();
  let newestDueAtMs = clock.now() + intervalMs;
  let walked = 0;
  let walkDueAtMs = 0;

  async function readLastSequence(): Promise<number> {
    const last = db.selectFrom("blocks").select("last_sequence").orderBy("number", "desc").limit(1);
    return (await last.executeTakeFirst())?.last_sequence ?? 0;
  }

  /** The position of such a filing is its number in the register. */
  async function readAfter(sequence: number): Promise<Pick<FilingRow, "sequence" | "data">[]> {
    return db
      .selectFrom("filings")
      .select(["sequence", "data"])
      .where("agent_id", "=", NO_AGENT)
      .where("position", ">", sequence)
      .orderBy("position")
      .limit(MAX_FILINGS)
      .execute();
  }

  async function advanceNewest(): Promise<boolean> {
    newestDueAtMs = clock.now() + intervalMs;
    const last = await readLastSequence();
    const filings = await readAfter(newest);
    if (filings.length > 0 && !(await check(toParties(filings)))) return true;
    // After blocks were taken back the newest filing has a lower number than before.
    newest = filings.length < MAX_FILINGS ? last : (filings.at(-1)?.sequence ?? last);
    return filings.length > 0;
  }

  async function advanceWalk(): Promise<boolean> {
    walkDueAtMs = clock.now() + WALK_MS;
    const filings = await readAfter(walked);
    if (filings.length > 0 && !(await check(toParties(filings)))) return true;
    walked = filings.length < MAX_FILINGS ? 0 : (filings.at(-1)?.sequence ?? 0);
    return filings.length > 0;
  }

  return {
    /** False if there was nothing to compare. */
    async advance(): Promise<boolean> {
      if (clock.now() >= newestDueAtMs && (await advanceNewest())) return true;
      return clock.now() >= walkDueAtMs && advanceWalk();
    },
  };
}
