import type { RegisterFiling } from "@agent-registry/protocol";
import type { Address } from "viem";
import { toFilingWords } from "./filing-words.ts";
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
    const { agentId, transactionHash, logIndex, timestamp, actor, blockNumber } = filing;
    return {
      id: `${register}:filing:${transactionHash}:${logIndex}`,
      title: `Agent ${agentId}: ${toFilingWords(filing)}`,
      summary: `By ${actor}, in block ${blockNumber}, transaction ${transactionHash}`,
      updated: timestamp,
      url: `${publicUrls.dashboard}/agents/${agentId}`,
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
