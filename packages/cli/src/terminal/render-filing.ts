import type { Filing } from "@agent-registry/sdk";
import { renderAmount, renderHash, sanitize } from "./render.ts";

const MAX_REASON_LENGTH = 80;

/** A filing in one line: when, whose, what, by whom. With --json the filing is printed whole. */
export function renderFiling(filing: Filing & { agentId: number }): string {
  const time = filing.timestamp.slice(0, 16).replace("T", " ");
  // A filing about a person or a notary is about no agent.
  const agent = filing.agentId === 0 ? "" : `agent ${filing.agentId}  `;
  return sanitize(`${time}  ${agent}${toWords(filing)}  by ${filing.actor}`);
}

function toWords(filing: Filing): string {
  switch (filing.kind) {
    case "registered":
      return filing.parentAgentId === 0 ? "registered" : `registered as a child of ${filing.parentAgentId}`;
    case "attested":
      return "attested";
    case "revenue-reported":
      return `reported ${renderAmount(filing)} (${filing.category})`;
    case "capabilities-updated":
      return `capabilities changed to ${renderHash(filing.newHash)}`;
    case "constitution-updated":
      return `constitution changed to ${renderHash(filing.newHash)}`;
    case "status-changed":
      return `${filing.newStatus === "Active" ? "reactivated" : filing.newStatus.toLowerCase()}${toQuote(filing.reason)}`;
    case "consent-given":
      return `agreed${toParts(filing.given)}`;
    case "consent-refused":
      return `refused${toParts(filing.refused)}`;
    case "wallet-released":
      return `wallet ${filing.agentWallet} released`;
    case "haftungsperson-proposed":
      return filing.newProposal === null
        ? "proposal taken back"
        : `proposed ${filing.newProposal} as Haftungsperson`;
    case "haftungsperson-changed":
      return `Haftungsperson is now ${filing.newHaftungsperson}`;
    case "wallet-proposed":
      return filing.newProposal === null
        ? "proposal of a wallet taken back"
        : `proposed ${filing.newProposal} as wallet`;
    case "wallet-changed":
      return `wallet is now ${filing.newWallet}, and ${filing.oldWallet} is retired`;
    case "attester-changed":
      return filing.newAttester === null
        ? `attester ${filing.oldAttester} removed`
        : `attester is now ${filing.newAttester}`;
    case "person-certified":
      return `certified ${filing.person} as a ${filing.personKind} person, ${filing.level}, until ${filing.until.slice(0, 10)}`;
    case "certificate-accepted":
      return `${filing.person} accepted the certificate of ${filing.notary}`;
    case "certificate-ended":
      return `certificate of ${filing.notary} about ${filing.person} withdrawn`;
    case "notary-added":
      return `notary ${filing.notary} accredited`;
    case "notary-removed":
      return `notary ${filing.notary} no longer accredited`;
    default:
      return filing satisfies never;
  }
}

/** Quoted, so that no text of a stranger looks like another part of the line. */
function toQuote(reason: string): string {
  if (reason === "") return "";
  const cut = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason;
  return `: ${JSON.stringify(cut)}`;
}

function toParts(said: { wallet?: boolean; haftungsperson: boolean; parent: boolean }): string {
  const names = [
    said.wallet && "wallet",
    said.haftungsperson && "Haftungsperson",
    said.parent && "parent",
  ].filter((name) => typeof name === "string");
  return names.length === 0 ? "" : ` as ${names.join(" and ")}`;
}
