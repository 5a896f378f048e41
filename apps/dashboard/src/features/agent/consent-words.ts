import type { Filing } from "@agent-registry/protocol";
import { joinWords } from "../../shared/text/words.ts";
import { toStatusCause } from "../../shared/verdict/filing-actor.ts";

type Given = Extract<Filing, { kind: "consent-given" }>;
type Place = keyof Given["given"];

/**
 * What the actor of this filing agreed to, and whether that takes an earlier refusal back. An agreement that stood
 * already is given again: to the record as it was by then.
 */
export function toConsentWords({ given }: Pick<Given, "given">, older: readonly Filing[]): string {
  const places: [Place, string][] = [
    ["wallet", "as wallet"],
    ["haftungsperson", "as Haftungsperson"],
    ["parent", "for the parent"],
  ];
  const taken = places.filter(([place]) => given[place]);
  const list = (isAgain: boolean) =>
    joinWords(
      taken
        .filter(([place]) => (findLastWord(place, older) === "agreed") === isAgain)
        .map(([, word]) => word),
    );
  const [first, again] = [list(false), list(true)];
  if (first === "") return `Agreed again ${again}, to the record as it was then`;
  const tookBack = taken.some(([place]) => findLastWord(place, older) === "refused");
  return [
    `Agreed ${first}`,
    ...(tookBack ? ["and took the refusal back"] : []),
    ...(again === "" ? [] : [`and again ${again}`]),
  ].join(", ");
}

/** The last word from this place before; `older` filings are the newest first. */
function findLastWord(place: Place, older: readonly Filing[]): "agreed" | "refused" | null {
  for (const filing of older) {
    if (filing.kind === "consent-given" && filing.given[place]) return "agreed";
    // A new Haftungsperson, or a new wallet, agreed by taking its place.
    if (filing.kind === "haftungsperson-changed" && place === "haftungsperson") return "agreed";
    if (filing.kind === "wallet-changed" && place === "wallet") return "agreed";
    if (filing.kind === "consent-refused" && place !== "wallet" && filing.refused[place]) return "refused";
  }
  return null;
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
