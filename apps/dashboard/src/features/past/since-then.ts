import type { Filing } from "@agent-registry/protocol";
import { toFilingLabels } from "@agent-registry/protocol/filing-text";
import { formatCounted } from "../../shared/text/format-number.ts";

/** The API is newer than this page. */
const UNKNOWN = "something that this page does not know";

/**
 * What has been filed after a moment, in a few words: what changed the entry first and in its order, then how often it
 * was attested and reported. The filings come newest first.
 */
export function toSinceThen(filings: readonly Filing[]): string[] {
  const changes = new Map<string, number>();
  let attestations = 0;
  let reports = 0;
  for (const filing of filings.toReversed()) {
    if (filing.kind === "attested") attestations += 1;
    else if (filing.kind === "revenue-reported") reports += 1;
    else
      for (const words of toFilingLabels(filing) ?? [UNKNOWN])
        changes.set(words, (changes.get(words) ?? 0) + 1);
  }
  return [
    ...[...changes].map(([words, times]) => (times === 1 ? words : `${words} (${times} times)`)),
    ...(attestations === 0 ? [] : [formatCounted(attestations, "attestation")]),
    ...(reports === 0 ? [] : [formatCounted(reports, "revenue report")]),
  ];
}
