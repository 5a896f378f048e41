import type { AgentAtResponse, Filing } from "@agent-registry/protocol";
import type { Said } from "../agent/party-note.tsx";

type Answer = Pick<AgentAtResponse, "consents" | "refusals" | "isWalletReleased">;

export type PartyWords = { wallet: Said; haftungsperson: Said; parent: Said };

/** What each party had said at a moment of the past. */
export function toPartyWords({ consents, refusals, isWalletReleased }: Answer): PartyWords {
  const toSaid = (party: "haftungsperson" | "parent"): Said => ({
    state: refusals[party] ? "refused" : consents[party] ? "agreed" : "none",
  });
  return {
    wallet: { state: isWalletReleased ? "released" : consents.wallet ? "agreed" : "none" },
    haftungsperson: toSaid("haftungsperson"),
    parent: toSaid("parent"),
  };
}

/**
 * The attester after these filings, newest first. The answer about a moment of the past does not name it, so it is
 * known as far back as the history is loaded; an extract loads all of it.
 */
export function findAttester(filings: readonly Filing[]): string | null {
  const change = filings.find((filing) => filing.kind === "attester-changed");
  return change?.newAttester ?? null;
}
