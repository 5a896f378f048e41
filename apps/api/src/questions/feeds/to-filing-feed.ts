import type { RegisterFiling } from "@agent-registry/protocol";
import { type FilingValue, toFilingText } from "@agent-registry/protocol/filing-text";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import type { Address } from "viem";
import { type AtomEntry, writeAtom } from "./write-atom.ts";

export const FEED_ENTRIES = 50;

export type FeedSubject = {
  /** The last part of the feed's id. */
  name: string;
  title: string;
  /** Where the feed is, below the API's address. */
  path: string;
  /** Where people read the same, below the dashboard's address. */
  page: string;
};

type FeedOptions = {
  chainId: number;
  registryAddress: Address;
  publicUrls: { api: string; dashboard: string };
};

/**
 * Filings as an Atom feed. An entry is named by its event, so that it has one id in every feed, on every server and after
 * the index was filled anew: a feed reader shows it once.
 */
export function toFilingFeed(
  { chainId, registryAddress, publicUrls }: FeedOptions,
  { name, title, path, page }: FeedSubject,
  filings: readonly RegisterFiling[],
): string {
  const register = `urn:agent-registry:${chainId}:${registryAddress.toLowerCase()}`;

  function toEntry(filing: RegisterFiling): AtomEntry {
    const { transactionHash, logIndex, timestamp, actor, blockNumber } = filing;
    const { name, page } = toParty(filing);
    return {
      id: `${register}:filing:${transactionHash}:${logIndex}`,
      title: `${name}: ${toFilingText(filing).map(toShown).join("")}`,
      summary: `By ${actor}, in block ${blockNumber}, transaction ${transactionHash}`,
      updated: timestamp,
      url: `${publicUrls.dashboard}${page}`,
    };
  }

  return writeAtom({
    id: `${register}:feed:${name}`,
    title,
    selfUrl: `${publicUrls.api}/api/v1${path}`,
    url: `${publicUrls.dashboard}${page}`,
    author: { name: "Agent Registry", url: publicUrls.dashboard },
    entries: filings.map(toEntry),
  });
}

/** Whom a filing is about, and where people read about that one. */
function toParty(filing: RegisterFiling): { name: string; page: string } {
  if ("person" in filing) return { name: `Person ${filing.person}`, page: `/people/${filing.person}` };
  if (filing.kind === "notary-added" || filing.kind === "notary-removed")
    return { name: `Notary ${filing.notary}`, page: `/notary/${filing.notary}` };
  return { name: `Agent ${filing.agentId}`, page: `/agents/${filing.agentId}` };
}

function toShown(piece: string | FilingValue): string {
  if (typeof piece === "string") return piece;
  if ("address" in piece) return piece.address;
  if ("hash" in piece) return piece.hash;
  if ("amount" in piece) return `${toAmount(piece.amount)} ${toVisibleName(piece.currency)}`;
  if ("name" in piece) return toVisibleName(piece.name);
  if ("quote" in piece) return `“${toVisibleName(piece.quote.replace(/\s+/g, " "))}”`;
  const days = "day" in piece ? [piece.day] : [piece.start, piece.end];
  return days.map((time) => time.slice(0, 10)).join(" to ");
}

/** Cents as an amount, every digit kept. */
function toAmount(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${Number(digits.slice(0, -2)).toLocaleString("en-GB")}.${digits.slice(-2)}`;
}
