import type { Filing } from "@agent-registry/protocol";
import { formatCounted } from "../../shared/text/format-number.ts";

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
    else for (const words of toWords(filing)) changes.set(words, (changes.get(words) ?? 0) + 1);
  }
  return [
    ...[...changes].map(([words, times]) => (times === 1 ? words : `${words} (${times} times)`)),
    ...(attestations === 0 ? [] : [formatCounted(attestations, "attestation")]),
    ...(reports === 0 ? [] : [formatCounted(reports, "revenue report")]),
  ];
}

const PLACES = { wallet: "wallet", haftungsperson: "Haftungsperson", parent: "parent" } as const;

function toWords(filing: Exclude<Filing, { kind: "attested" | "revenue-reported" }>): string[] {
  switch (filing.kind) {
    case "registered":
      return ["registered"];
    case "status-changed":
      return [filing.newStatus === "Active" ? "reactivated" : filing.newStatus.toLowerCase()];
    case "capabilities-updated":
      return ["new capabilities"];
    case "constitution-updated":
      return ["new constitution"];
    case "consent-given":
      return toPlaces(filing.given).map((place) => `${place} agreed`);
    case "consent-refused":
      return toPlaces(filing.refused).map((place) => `${place} refused`);
    case "wallet-released":
      return ["wallet released"];
    case "haftungsperson-proposed":
      return [filing.newProposal === null ? "handover called off" : "handover proposed"];
    case "haftungsperson-changed":
      return ["Haftungsperson handed over"];
    case "wallet-proposed":
      return [filing.newProposal === null ? "proposed wallet dropped" : "new wallet proposed"];
    case "wallet-changed":
      return ["wallet replaced"];
    case "attester-changed":
      return [toAttesterWords(filing)];
    case "person-certified":
      return ["person certified"];
    case "certificate-accepted":
      return ["certificate accepted"];
    case "certificate-ended":
      return ["certificate ended"];
    case "notary-added":
      return ["notary accredited"];
    case "notary-removed":
      return ["notary no longer accredited"];
    default:
      filing satisfies never;
      // The API is newer than this page.
      return ["something that this page does not know"];
  }
}

function toAttesterWords({
  oldAttester,
  newAttester,
}: Extract<Filing, { kind: "attester-changed" }>): string {
  if (newAttester === null) return "attester removed";
  return oldAttester === null ? "attester named" : "attester changed";
}

function toPlaces(said: Partial<Record<keyof typeof PLACES, boolean>>): string[] {
  return (["wallet", "haftungsperson", "parent"] as const)
    .filter((place) => said[place] === true)
    .map((place) => PLACES[place]);
}
