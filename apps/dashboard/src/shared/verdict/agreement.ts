import type { ConsentsResponse, PartyWord } from "@agent-registry/protocol";
import { judgeParties } from "@agent-registry/protocol/decide";

/** What one party of a record has said. */
export type Word = ConsentsResponse["wallet"] | PartyWord;

type Party = "wallet" | "haftungsperson";

/** Whether those whom a record names stand by it. The parent's word is shown, but nothing depends on it. */
export type Agreement =
  | { kind: "reading" | "unreadable" | "agreed" | "refused" | "released" | "self-liable" }
  | { kind: "missing"; parties: Party[] };

type Input = { data: ConsentsResponse | undefined; error: unknown; agentWallet: string };

/**
 * Anything but the plain word of both is no agreement: an answer that is old or cannot be read, too. Nor is it one if
 * both are one key, which weighs more than a missing word: that word would not help.
 */
export function toAgreement({ data, error, agentWallet }: Input): Agreement {
  if (data === undefined) return { kind: error === null ? "reading" : "unreadable" };
  if (data.wallet.state === "released") return { kind: "released" };
  const objections = findObjections(data, agentWallet);
  if (objections.includes("haftungsperson-refused")) return { kind: "refused" };
  if (objections.includes("haftungsperson-is-the-wallet")) return { kind: "self-liable" };
  const parties = (["wallet", "haftungsperson"] as const).filter((party) =>
    objections.includes(`${party}-not-agreed`),
  );
  if (parties.length > 0) return { kind: "missing", parties };
  return { kind: error === null ? "agreed" : "unreadable" };
}

/** What the parties' words speak against a record, by the default policy. */
function findObjections({ wallet, haftungsperson }: ConsentsResponse, agentWallet: string) {
  const named = { agentWallet, haftungsperson: haftungsperson.address };
  const consents = {
    wallet: wallet.state === "agreed",
    haftungsperson: haftungsperson.state === "agreed",
    parent: true,
  };
  const refusals = { haftungsperson: haftungsperson.state === "refused", parent: false };
  return judgeParties({ ...named, consents, refusals }, {});
}

/** Whether something about the parties speaks against the agent, however it stands. */
export function isDisputed({ kind }: Agreement): boolean {
  return kind === "missing" || kind === "refused" || kind === "self-liable";
}

const MISSING: Record<Party, string> = {
  wallet: "The wallet has not agreed to this entry.",
  haftungsperson: "The Haftungsperson has not agreed to answer for this agent.",
};

/** As a person would say it; null while it is being read, and for a released wallet, which has its own words. */
export function toAgreementSentence(agreement: Agreement): string | null {
  switch (agreement.kind) {
    case "reading":
    case "released":
      return null;
    case "unreadable":
      return "Whether wallet and Haftungsperson have agreed cannot be read at the moment.";
    case "agreed":
      return "Wallet and Haftungsperson have agreed.";
    case "refused":
      return "The Haftungsperson refused to answer for this agent.";
    case "self-liable":
      return "Wallet and Haftungsperson are one key: nobody else answers for this agent.";
    case "missing": {
      const [first, second] = agreement.parties;
      if (second !== undefined) return "Neither the wallet nor the Haftungsperson has agreed to this entry.";
      return first === undefined ? null : MISSING[first];
    }
  }
}
