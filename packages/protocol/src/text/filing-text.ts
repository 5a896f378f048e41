import { PARTIES, type Party } from "../policy.ts";
import { PARTY_NAMES } from "../roles.ts";
import type { Filing } from "../schemas/filings.ts";

/** What each place shows in a way of its own, such as shortened and linked. Texts of strangers are in `name` and `quote` alone. */
export type FilingValue =
  | { address: string; label: string; of?: "wallet" | "haftungsperson" | "notary" }
  | { hash: Filing["transactionHash"]; label: string }
  | { amount: number; currency: string }
  | { name: string }
  | { quote: string }
  | { day: string }
  | { start: string; end: string };

/** A sentence without its full stop. */
export type FilingText = readonly (string | FilingValue)[];

function text(strings: TemplateStringsArray, ...values: (string | FilingValue)[]): FilingText {
  return strings.flatMap((piece, i) => [piece, values[i] ?? ""]).filter((part) => part !== "");
}

/** What was filed, for dashboard, feeds and command line. */
export function toFilingText(filing: Filing): FilingText {
  switch (filing.kind) {
    case "registered":
      return filing.parentAgentId === 0
        ? ["Registered"]
        : [`Registered as a child of agent ${filing.parentAgentId}`];
    case "attested":
      return ["Attested compliance"];
    case "revenue-reported": {
      const { amount, currency, category, periodStart: start, periodEnd: end } = filing;
      return text`Reported ${{ amount, currency }}, ${{ name: category }}, for ${{ start, end }}`;
    }
    case "capabilities-updated":
      return text`New capabilities: ${{ hash: filing.newHash, label: "the new hash" }}`;
    case "constitution-updated":
      return text`New constitution: ${{ hash: filing.newHash, label: "the new hash" }}`;
    case "status-changed": {
      const change = filing.newStatus === "Active" ? "Reactivated" : filing.newStatus;
      const quote = filing.reason.trim();
      return quote === "" ? [change] : text`${change}: ${{ quote }}`;
    }
    case "consent-given":
      return [`Agreed ${joinWords(findParties(filing.given).map((party) => AGREED_AS[party]))}`];
    case "consent-refused":
      return [toSentence(findParties(filing.refused).map((party) => REFUSALS[party]))];
    case "wallet-released":
      return [toSentence([toReleaseClause(filing, "has left it")])];
    case "haftungsperson-proposed":
      return toHandoverText(filing);
    case "haftungsperson-changed": {
      const [old, next] = [filing.oldHaftungsperson, filing.newHaftungsperson];
      return text`Handed over: ${person(next, "the new")} agreed to answer for this agent, instead of ${person(old, "the former")}`;
    }
    case "wallet-proposed":
      return toWalletText(filing);
    case "wallet-changed": {
      const [old, next] = [filing.oldWallet, filing.newWallet];
      return text`Wallet replaced: ${wallet(old, "the former wallet")} is retired for good, and ${wallet(next, "the new wallet")} agreed to act for this agent`;
    }
    case "attester-changed":
      return toAttesterText(filing);
    case "person-certified": {
      const { personKind, level, until: day } = filing;
      return text`Certified as a ${personKind} person, level ${level}, until ${{ day }}, by notary ${notary(filing)}`;
    }
    case "certificate-accepted":
      return text`Accepted the certificate of notary ${notary(filing)}`;
    case "certificate-ended":
      return text`The certificate of notary ${notary(filing)} was ended`;
    case "notary-added":
      return ["Accredited: may certify persons"];
    case "notary-removed":
      return ["No longer accredited: its certificates do not count"];
    default:
      filing satisfies never;
      // The API is newer than this code.
      return ["Filed something that this version does not know"];
  }
}

type Named<Kind extends Filing["kind"]> = Extract<Filing, { kind: Kind }>;

const wallet = (address: string, label: string) => ({ address, label, of: "wallet" }) as const;
const notary = ({ notary: address }: { notary: string }) =>
  ({ address, label: "the notary", of: "notary" }) as const;
const person = (address: string, which: string) =>
  ({ address, label: `${which} Haftungsperson`, of: "haftungsperson" }) as const;

function toHandoverText({ oldProposal, newProposal }: Named<"haftungsperson-proposed">): FilingText {
  const old = person(oldProposal ?? "", "the formerly proposed");
  if (newProposal === null) return text`Handover called off: ${old} is no longer to take over`;
  const proposed = text`Handover proposed: ${person(newProposal, "the proposed")} is to take over as Haftungsperson`;
  return oldProposal === null ? proposed : [...proposed, ", instead of ", old];
}

function toWalletText({ oldProposal, newProposal }: Named<"wallet-proposed">): FilingText {
  const old = wallet(oldProposal ?? "", "the wallet that was proposed");
  if (newProposal === null)
    return text`Proposed wallet taken back: ${old} is no longer to be the agent's wallet`;
  const next = wallet(newProposal, "the proposed wallet");
  const proposed = text`New wallet proposed: ${next} is to take the wallet's place`;
  return oldProposal === null ? proposed : [...proposed, ", instead of ", old];
}

function toAttesterText({ oldAttester, newAttester }: Named<"attester-changed">): FilingText {
  if (newAttester === null)
    return text`Attester removed: ${{ address: oldAttester ?? "", label: "the former attester" }} may no longer attest`;
  const change = oldAttester === null ? "named" : "changed";
  return text`Attester ${change}: ${{ address: newAttester, label: "the attester" }} may attest, and do nothing else`;
}

/** How a filing of consent names the party as which its actor agreed. */
export const AGREED_AS: Record<Party, string> = {
  wallet: "as wallet",
  haftungsperson: "as Haftungsperson",
  parent: "for the parent",
};

export const REFUSALS: Record<Party, string> = {
  wallet: "the wallet, which had not agreed, declined this entry",
  haftungsperson: "the Haftungsperson refused to answer for this agent",
  parent: "the parent refused this agent as its child",
};

/** What became of a wallet that left, in the words that its place has for it. */
export function toReleaseClause({ actorRole }: Pick<Filing, "actorRole">, ending: string): string {
  return actorRole === "wallet"
    ? `${REFUSALS.wallet} and ${ending}`
    : "a regulator released the wallet, which had not agreed to this entry";
}

export function findParties(said: Partial<Record<Party, boolean>>): Party[] {
  return PARTIES.filter((party) => said[party] === true);
}

/** Clauses as one sentence. */
export function toSentence(clauses: readonly string[]): string {
  const words = clauses.join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "the wallet, the Haftungsperson and a regulator". By hand: a browser takes long to make its first Intl.ListFormat. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** What was filed, in the fewest words, one for each party; undefined if the API is newer than this code. */
export function toFilingLabels(filing: Filing): string[] | undefined {
  switch (filing.kind) {
    case "registered":
    case "attested":
    case "revenue-reported":
    case "capabilities-updated":
    case "constitution-updated":
    case "wallet-released":
    case "person-certified":
    case "certificate-accepted":
    case "certificate-ended":
    case "notary-added":
    case "notary-removed":
      return [filing.kind.replace("-", " ")];
    case "status-changed":
      return [filing.newStatus === "Active" ? "reactivated" : filing.newStatus.toLowerCase()];
    case "consent-given":
      return findParties(filing.given).map((party) => `${PARTY_NAMES[party]} agreed`);
    case "consent-refused":
      return findParties(filing.refused).map((party) => `${PARTY_NAMES[party]} refused`);
    case "haftungsperson-proposed":
      return [filing.newProposal === null ? "handover called off" : "handover proposed"];
    case "haftungsperson-changed":
      return ["Haftungsperson handed over"];
    case "wallet-proposed":
      return [filing.newProposal === null ? "proposed wallet dropped" : "new wallet proposed"];
    case "wallet-changed":
      return ["wallet replaced"];
    case "attester-changed":
      if (filing.newAttester === null) return ["attester removed"];
      return [filing.oldAttester === null ? "attester named" : "attester changed"];
    default:
      filing satisfies never;
      return undefined;
  }
}
