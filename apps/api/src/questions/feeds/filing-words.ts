import type { Filing } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";

/** What was filed, in the words of the dashboard's filing history. */
export function toFilingWords(filing: Filing): string {
  switch (filing.kind) {
    case "registered":
      return filing.parentAgentId === 0
        ? "Registered"
        : `Registered as a child of agent ${filing.parentAgentId}`;
    case "attested":
      return "Attested compliance";
    case "revenue-reported":
      return `Reported ${toAmount(filing.amount)} ${toVisibleName(filing.currency)}, ${toVisibleName(filing.category)}`;
    case "capabilities-updated":
      return `New capabilities: ${filing.newHash}`;
    case "constitution-updated":
      return `New constitution: ${filing.newHash}`;
    case "status-changed":
      return toStatusWords(filing);
    case "consent-given":
      return `Agreed ${toList([
        filing.given.wallet && "as wallet",
        filing.given.haftungsperson && "as Haftungsperson",
        filing.given.parent && "for the parent",
      ])}`;
    case "consent-refused":
      return toList([
        filing.refused.haftungsperson && "The Haftungsperson refused to answer for this agent",
        filing.refused.parent && "The parent refused this agent as its child",
      ]);
    case "wallet-released":
      return filing.actor === filing.agentWallet
        ? "The wallet, which had not agreed, declined this entry and has left it"
        : "A regulator released the wallet, which had not agreed to this entry";
    case "haftungsperson-proposed":
      return filing.newProposal === null
        ? `Handover called off: ${filing.oldProposal} is no longer to take over`
        : `Handover proposed: ${filing.newProposal} is to take over as Haftungsperson`;
    case "haftungsperson-changed":
      return `Handed over: ${filing.newHaftungsperson} agreed to answer for this agent, instead of ${filing.oldHaftungsperson}`;
    case "wallet-proposed":
      return filing.newProposal === null
        ? `Proposed wallet taken back: ${filing.oldProposal} is no longer to be the agent's wallet`
        : `New wallet proposed: ${filing.newProposal} is to take the wallet's place`;
    case "wallet-changed":
      return `Wallet replaced: ${filing.oldWallet} is retired for good, and ${filing.newWallet} agreed to act for this agent`;
    case "person-certified":
      return `Certified as a ${filing.personKind} person, level ${filing.level}, until ${filing.until.slice(0, 10)}, by notary ${filing.notary}`;
    case "certificate-accepted":
      return `Accepted the certificate of notary ${filing.notary}`;
    case "certificate-ended":
      return `The certificate of notary ${filing.notary} was ended`;
    case "notary-added":
      return "Accredited: may certify persons";
    case "notary-removed":
      return "No longer accredited: its certificates do not count";
    case "attester-changed":
      return filing.newAttester === null
        ? `Attester removed: ${filing.oldAttester} may no longer attest`
        : `${filing.oldAttester === null ? "Attester named" : "Attester changed"}: ${filing.newAttester} may attest, and do nothing else`;
  }
}

function toStatusWords({ newStatus, reason }: Extract<Filing, { kind: "status-changed" }>): string {
  const change = newStatus === "Active" ? "Reactivated" : newStatus;
  const quote = reason.replace(/\s+/g, " ").trim();
  return quote === "" ? change : `${change}: “${toVisibleName(quote)}”`;
}

/** Cents as an amount, every digit kept. */
function toAmount(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${Number(digits.slice(0, -2)).toLocaleString("en-GB")}.${digits.slice(-2)}`;
}

function toList(parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(" and ");
}
