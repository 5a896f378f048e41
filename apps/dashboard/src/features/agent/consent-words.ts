import type { Filing } from "@agent-registry/protocol";
import { toStatusCause } from "../../shared/filing-actor.ts";
import { joinWords } from "../../shared/join-words.ts";

type Given = Extract<Filing, { kind: "consent-given" }>;
type Place = keyof Given["given"];

/** What the actor of this filing agreed to, and whether that takes an earlier refusal back. */
export function toConsentWords({ given }: Pick<Given, "given">, older: readonly Filing[]): string {
  const places: [Place, string][] = [
    ["wallet", "as wallet"],
    ["haftungsperson", "as Haftungsperson"],
    ["parent", "for the parent"],
  ];
  const taken = places.filter(([place]) => given[place]);
  const words = joinWords(taken.map(([, word]) => word));
  const tookBack = taken.some(([place]) => hadRefused(place, older));
  return `Agreed ${words}${tookBack ? ", and took the refusal back" : ""}`;
}

/** Whether the last word from this place was a refusal; `older` filings are the newest first. */
function hadRefused(place: Place, older: readonly Filing[]): boolean {
  for (const filing of older) {
    if (filing.kind === "consent-given" && filing.given[place]) return false;
    // A new Haftungsperson has refused nothing yet.
    if (filing.kind === "haftungsperson-changed" && place === "haftungsperson") return false;
    if (filing.kind === "consent-refused" && place !== "wallet" && filing.refused[place]) return true;
  }
  return false;
}

/** The words for a decline or release, from all that was filed with it. */
export function toDeclineWords(filings: readonly Filing[]): string {
  const clauses = new Set<string>();
  let status: string | null = null;
  for (const filing of filings) {
    if (filing.kind === "wallet-released") clauses.add(toReleaseClause(filing.actor === filing.agentWallet));
    if (filing.kind === "consent-refused" && filing.refused.haftungsperson) clauses.add(PERSON_REFUSED);
    if (filing.kind === "consent-refused" && filing.refused.parent) clauses.add(PARENT_REFUSED);
    if (filing.kind === "status-changed") {
      status = filing.newStatus;
      const cause = toStatusCause(filing);
      if (cause === "haftungsperson-declined") clauses.add(PERSON_REFUSED);
      if (cause === "wallet-declined") clauses.add(toReleaseClause(true));
      if (cause === "wallet-released") clauses.add(toReleaseClause(false));
    }
  }
  const words = [...clauses].join("; ");
  return status === null ? words.charAt(0).toUpperCase() + words.slice(1) : `${status}: ${words}`;
}

const PERSON_REFUSED = "the Haftungsperson refused to answer for this agent";
const PARENT_REFUSED = "the parent refused this agent as its child";

function toReleaseClause(isByWallet: boolean): string {
  return isByWallet
    ? "the wallet, which had not agreed, declined this entry and is free again"
    : "a regulator released the wallet, which had not agreed to this entry";
}
