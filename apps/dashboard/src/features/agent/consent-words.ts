import type { Filing, Party } from "@agent-registry/protocol";
import {
  AGREED_AS,
  findParties,
  joinWords,
  REFUSALS,
  toReleaseClause,
  toSentence,
} from "@agent-registry/protocol/filing-text";

type Given = Extract<Filing, { kind: "consent-given" }>;

/**
 * What the actor of this filing agreed to, and whether that takes an earlier refusal back. An agreement that stood
 * already is given again: to the record as it was by then.
 */
export function toConsentWords({ given }: Pick<Given, "given">, older: readonly Filing[]): string {
  const taken = findParties(given).map((party) => ({ party, last: findLastWord(party, older) }));
  const list = (isAgain: boolean) =>
    joinWords(
      taken.filter(({ last }) => (last === "agreed") === isAgain).map(({ party }) => AGREED_AS[party]),
    );
  const [first, again] = [list(false), list(true)];
  if (first === "") return `Agreed again ${again}, to the record as it was then`;
  return [
    `Agreed ${first}`,
    ...(taken.some(({ last }) => last === "refused") ? ["and took the refusal back"] : []),
    ...(again === "" ? [] : [`and again ${again}`]),
  ].join(", ");
}

/** The last word of this party before; `older` filings are the newest first. */
function findLastWord(party: Party, older: readonly Filing[]): "agreed" | "refused" | null {
  for (const filing of older) {
    if (filing.kind === "consent-given" && filing.given[party]) return "agreed";
    // A new Haftungsperson, or a new wallet, agreed by taking its place.
    if (filing.kind === "haftungsperson-changed" && party === "haftungsperson") return "agreed";
    if (filing.kind === "wallet-changed" && party === "wallet") return "agreed";
    if (filing.kind === "consent-refused" && party !== "wallet" && filing.refused[party]) return "refused";
  }
  return null;
}

/** The words for a decline or release, from all that was filed with it. */
export function toDeclineWords(filings: readonly Filing[]): string {
  const clauses = new Set<string>();
  let status: string | null = null;
  for (const filing of filings) {
    if (filing.kind === "consent-refused")
      for (const party of findParties(filing.refused)) clauses.add(REFUSALS[party]);
    else if (filing.kind === "wallet-released") clauses.add(toLeft(filing));
    else if (filing.kind === "status-changed") {
      status = filing.newStatus;
      clauses.add(filing.cause === "haftungsperson-declined" ? REFUSALS.haftungsperson : toLeft(filing));
    }
  }
  return status === null ? toSentence([...clauses]) : `${status}: ${[...clauses].join("; ")}`;
}

const toLeft = (filing: Filing) => toReleaseClause(filing, "is free again");
