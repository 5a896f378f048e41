import type { Filing } from "@agent-registry/protocol";
import { toStatusCause } from "../../shared/filing-actor.ts";
import type { NumberedFiling } from "./join-filings.ts";

/** One or more filings that a reader takes for one thing that happened. */
export type Story = NumberedFiling & {
  /** What else was filed by the same call, newest first. */
  others: Filing[];
  /** Of an agreement: the filings before it, newest first, as far as they are loaded. */
  older: Filing[];
};

/**
 * A decline or release is filed as up to three events: the wallet's release, the refusal, the new status. The
 * list is the newest first, so the status comes first and stands for the others.
 */
export function toStories(filings: readonly NumberedFiling[]): Story[] {
  const stories: Story[] = [];
  for (const [index, { number, filing }] of filings.entries()) {
    const story = stories.at(-1);
    if (story !== undefined && isPartOf(story, filing)) {
      story.others.push(filing);
      continue;
    }
    const isAgreement = filing.kind === "consent-given";
    const older = isAgreement ? filings.slice(index + 1).map((earlier) => earlier.filing) : [];
    stories.push({ number, filing, others: [], older });
  }
  return stories;
}

function isPartOf({ filing: first, others }: Story, filing: Filing): boolean {
  if (filing.transactionHash !== first.transactionHash || filing.actor !== first.actor) return false;
  if (filing.kind !== "consent-refused" && filing.kind !== "wallet-released") return false;
  // A batch may carry two calls of one actor: what is there already belongs to another call.
  if ([first, ...others].some(({ kind }) => kind === filing.kind || kind === "wallet-released")) return false;
  return isDecline(first);
}

/** Whether a filing is, or belongs to, a party's refusal or the release of a wallet. */
export function isDecline(filing: Filing): boolean {
  if (filing.kind === "consent-refused" || filing.kind === "wallet-released") return true;
  if (filing.kind !== "status-changed") return false;
  const cause = toStatusCause(filing);
  return cause !== "regulator" && cause !== "party";
}
