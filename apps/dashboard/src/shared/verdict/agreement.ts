import type { ConsentsResponse, Party, PartyWord } from "@agent-registry/protocol";
import { AGREEMENT_TEXTS } from "@agent-registry/protocol/agreement-text";
import { judgeParties } from "@agent-registry/protocol/decide";

/** What one party of a record has said. */
export type Word = ConsentsResponse["wallet"] | PartyWord;

/** Whether those whom a record names stand by it. The parent's word is shown, but nothing depends on it. */
export type Agreement = { kind: "reading" } | { kind: "unreadable" } | StatedAgreement;
export type StatedAgreement =
  | { kind: "agreed" | "refused" | "released" | "self-liable" }
  | { kind: "missing"; parties: Exclude<Party, "parent">[] };

type Input = { data: ConsentsResponse | undefined; error: unknown; agentWallet: string };

/** Anything but the plain word of both is no agreement: an answer that is old or cannot be read, too. */
export function toAgreement({ data, error, agentWallet }: Input): Agreement {
  if (data === undefined) return { kind: error === null ? "reading" : "unreadable" };
  const { wallet, haftungsperson } = data;
  const named = { agentWallet, haftungsperson: haftungsperson.address };
  const agreement = judgeAgreement(named, { wallet, haftungsperson });
  return agreement.kind === "agreed" && error !== null ? { kind: "unreadable" } : agreement;
}

/**
 * By the default policy. It is no agreement if both are one key, which weighs more than a missing word: that word would
 * not help.
 */
export function judgeAgreement(
  named: { agentWallet: string; haftungsperson: string },
  { wallet, haftungsperson }: Record<"wallet" | "haftungsperson", Pick<Word, "state">>,
): StatedAgreement {
  if (wallet.state === "released") return { kind: "released" };
  const consents = {
    wallet: wallet.state === "agreed",
    haftungsperson: haftungsperson.state === "agreed",
    parent: true,
  };
  const refusals = { haftungsperson: haftungsperson.state === "refused", parent: false };
  const objections = judgeParties({ ...named, consents, refusals }, {});
  if (objections.includes("haftungsperson-refused")) return { kind: "refused" };
  if (objections.includes("haftungsperson-is-the-wallet")) return { kind: "self-liable" };
  const parties = (["wallet", "haftungsperson"] as const).filter((party) => !consents[party]);
  return parties.length > 0 ? { kind: "missing", parties } : { kind: "agreed" };
}

/** Whether something about the parties speaks against the agent, however it stands. */
export function isDisputed({ kind }: Agreement): boolean {
  return kind === "missing" || kind === "refused" || kind === "self-liable";
}

/** As a person would say it; null while it is being read, and for a released wallet, which has its own words. */
export function toAgreementSentence(agreement: Agreement): string | null {
  if (agreement.kind === "reading" || agreement.kind === "released") return null;
  return agreement.kind === "unreadable"
    ? "Whether wallet and Haftungsperson have agreed cannot be read at the moment."
    : toStatedSentence(agreement, "present");
}

export function toStatedSentence(agreement: StatedAgreement, when: "present" | "past"): string {
  if (agreement.kind !== "missing") return AGREEMENT_TEXTS[agreement.kind][when];
  const [first, second] = agreement.parties;
  if (second !== undefined) return AGREEMENT_TEXTS["both-missing"][when];
  return AGREEMENT_TEXTS[first === "wallet" ? "wallet-missing" : "haftungsperson-missing"][when];
}
