import type { Filing } from "@agent-registry/protocol";
import { isDeclined } from "../../shared/verdict/filing-actor.ts";
import type { NumberedFiling } from "./filings-query.ts";

/** One or more filings that a reader takes for one thing that happened. */
export type Story = NumberedFiling & {
  /** What else was filed by the same call, newest first. */
  others: Filing[];
  /** Of an agreement: the filings before it, newest first, as far as they are loaded. */
  older: Filing[];
};

/**
 * A decline or release is filed as up to three events: the wallet's release, the refusal, the new status. The
 * list is the newest first, so the status comes first and stands for the others. If a new wallet or a new
 * Haftungsperson takes its place, what falls with the former one is filed after it and shown with it.
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
    const fallen = takeFallen(stories, filing);
    const others = fallen.map((later) => later.filing);
    stories.push({ number: fallen[0]?.number ?? number, filing, others, older });
  }
  return stories;
}

/** Takes from the stories so far what the call that changed a key or a person dropped. */
function takeFallen(stories: Story[], filing: Filing): Story[] {
  if (filing.kind !== "wallet-changed" && filing.kind !== "haftungsperson-changed") return [];
  const fallen: Story[] = [];
  for (let last = stories.at(-1); last !== undefined; last = stories.at(-1)) {
    const isSameCall =
      last.filing.transactionHash === filing.transactionHash && last.filing.actor === filing.actor;
    if (!isSameCall || !isDrop(last.filing, filing.kind)) break;
    fallen.unshift(last);
    stories.pop();
  }
  return fallen;
}

function isDrop(filing: Filing, by: "wallet-changed" | "haftungsperson-changed"): boolean {
  if (by === "haftungsperson-changed")
    return filing.kind === "wallet-proposed" && filing.newProposal === null;
  if (filing.kind === "attester-changed") return filing.newAttester === null;
  return filing.kind === "haftungsperson-proposed" && filing.newProposal === null;
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
  return filing.kind === "status-changed" && isDeclined(filing);
}
