import { createHash } from "node:crypto";
import type { RegisterFiling } from "@agent-registry/protocol";
import type { FilingRow } from "./schema.ts";

/**
 * A place in the register, as a reader holds it: the last filing that it has read, and some before it, newest first;
 * nothing at the beginning. Each is named by its number and by a fingerprint that holds its block's hash, which vouches
 * for everything before. So the index need not know its readers: what one has read still stands if its newest point
 * does, and if not, the newest point that stands is where both agree.
 */
export type FilingCursor = readonly Point[];
type Point = { sequence: number; fingerprint: string };

const START: FilingCursor = [];

/** How far back, roughly, the earlier points lie. Reorganisations are short as a rule. */
const STEPS = [8, 64, 512, 4_096];
const FINGERPRINT_BYTES = 8;

type Fingerprinted = Pick<FilingRow, "sequence" | "block_hash" | "log_index">;
type Rows = ReadonlyMap<number, Fingerprinted>;

export function toSequence(cursor: FilingCursor): number {
  return cursor[0]?.sequence ?? 0;
}

/**
 * The filings up to this one that a cursor at this or at a later one names. They are multiples of the steps, so that
 * they are few and can be read before it is known how many filings follow.
 */
export function toNamableSequences(sequence: number): number[] {
  const multiples = STEPS.flatMap((step) =>
    [0, 1].map((back) => (Math.floor(sequence / step) - back) * step),
  );
  return [sequence, ...multiples].filter((named) => named > 0);
}

/** The rows must hold this filing, what follows on it, and `toNamableSequences` of a filing before it. */
export function toCursor(sequence: number, rows: Rows): FilingCursor {
  const earlier = STEPS.map((step) => (Math.floor(sequence / step) - 1) * step);
  return [sequence, ...earlier].flatMap((named) => {
    const row = rows.get(named);
    return row === undefined ? [] : [{ sequence: named, fingerprint: toFingerprint(row) }];
  });
}

/** The place of one filing alone, without any before it; the beginning if there is none. */
export function toPlainCursor(
  filing: Pick<RegisterFiling, "sequence" | "blockHash" | "logIndex"> | undefined,
) {
  if (filing === undefined) return START;
  const { sequence, blockHash, logIndex } = filing;
  return [{ sequence, fingerprint: toFingerprint({ sequence, block_hash: blockHash, log_index: logIndex }) }];
}

/** What is left of the cursor if its newest points, which do not stand any more, are taken away. */
export function toShared(cursor: FilingCursor, rows: Rows): FilingCursor {
  const newest = cursor.findIndex(({ sequence, fingerprint }) => {
    const row = rows.get(sequence);
    return row !== undefined && toFingerprint(row) === fingerprint;
  });
  return newest === -1 ? START : cursor.slice(newest);
}

/** The beginning is `0`. */
export function formatCursor(cursor: FilingCursor): string {
  if (cursor.length === 0) return "0";
  return cursor.map(({ sequence, fingerprint }) => `${sequence}.${fingerprint}`).join("-");
}

/** Undefined for what `formatCursor` does not write. */
export function parseCursor(text: string): FilingCursor | undefined {
  if (text === "0") return START;
  const points: Point[] = [];
  for (const part of text.split("-")) {
    const [, digits, fingerprint] = /^([1-9]\d*)\.([0-9a-f]{16})$/.exec(part) ?? [];
    const sequence = Number(digits);
    const isEarlier = sequence < (points.at(-1)?.sequence ?? Number.MAX_SAFE_INTEGER);
    if (fingerprint === undefined || !isEarlier || points.length > STEPS.length) return undefined;
    points.push({ sequence, fingerprint });
  }
  return points;
}

/** Of the block and the place in it, which no other event of any chain has. */
function toFingerprint({ block_hash, log_index }: Fingerprinted): string {
  const digest = createHash("sha256").update(`${block_hash}:${log_index}`).digest();
  return digest.subarray(0, FINGERPRINT_BYTES).toString("hex");
}
