import { apiErrors, type RegisterFiling } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { getAddress } from "viem";
import { defineQuestion, type Named, type Question } from "../../http/question.ts";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { readNewestFilings } from "../../index/read/read-newest-filings.ts";
import { readEnforcement } from "../enforcement/enforcement.ts";
import { FEED_ENTRIES, type FeedSubject, toFilingFeed } from "./to-filing-feed.ts";

type Feed<Path extends string> = Pick<Question, "pace"> & {
  path: Path;
  read(at: IndexAtBlock, asked: Named<Path>): Promise<RegisterFiling[] | undefined>;
  toSubject(asked: Named<Path>): FeedSubject;
  doc: Pick<Question["doc"], "operationId" | "summary" | "description">;
};

const limit = FEED_ENTRIES;

/** The newest filings as Atom feeds, which any feed reader follows. */
export const feeds: readonly Question[] = [
  defineFeed({
    path: "/feeds/filings.atom",
    read: ({ db }) => readNewestFilings(db, { of: "all", limit }),
    toSubject: () => ({
      name: "filings",
      title: "Agent Registry: all filings",
      path: "/feeds/filings.atom",
      page: "/",
    }),
    doc: {
      operationId: "getFilingsFeed",
      summary: "The register's newest filings as an Atom feed",
    },
  }),
  defineFeed({
    path: "/enforcement/feed.atom",
    read: async ({ db }) => (await readEnforcement(db, { limit })).filings,
    toSubject: () => ({
      name: "enforcement",
      title: "Agent Registry: enforcement",
      path: "/enforcement/feed.atom",
      page: "/enforcement",
    }),
    doc: {
      operationId: "getEnforcementFeed",
      summary: "The newest enforcement as an Atom feed",
    },
  }),
  defineFeed({
    path: "/agent/:id/feed.atom",
    async read({ db }, { agentId }) {
      const filings = await readNewestFilings(db, { of: { agentId }, limit });
      // Its registration is a filing.
      return filings.length === 0 ? undefined : filings;
    },
    toSubject: ({ agentId }) => ({
      name: `agent:${agentId}`,
      title: `Agent Registry: agent ${agentId}`,
      path: `/agent/${agentId}/feed.atom`,
      page: `/agents/${agentId}`,
    }),
    doc: {
      operationId: "getAgentFeed",
      summary: "An agent's newest filings as an Atom feed",
    },
  }),
  defineFeed({
    path: "/haftungsperson/:address/feed.atom",
    pace: () => "slow",
    read: ({ db, engine }, { address: haftungsperson }) =>
      readNewestFilings(db, { of: { haftungsperson, engine }, limit }),
    toSubject({ address: haftungsperson }) {
      const address = getAddress(haftungsperson);
      return {
        name: `haftungsperson:${haftungsperson}`,
        title: `Agent Registry: Haftungsperson ${address}`,
        path: `/haftungsperson/${address}/feed.atom`,
        page: `/people/${address}`,
      };
    },
    doc: {
      operationId: "getHaftungspersonFeed",
      summary: "The newest filings of the agents that a person answers for, as an Atom feed",
      description:
        "With the handovers that asked for the person or took an agent over from it, and what was certified about the person. Of a person who answers for more than 1,000 agents, those registered last.",
    },
  }),
];

function defineFeed<const Path extends string>({ read, toSubject, doc, ...feed }: Feed<Path>): Question {
  return defineQuestion({
    ...feed,
    response: "text",
    contentType: "application/atom+xml",
    async read(at, asked: Named<Path>) {
      if (at.chain === undefined)
        throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
      const filings = await read(at, asked);
      return filings && { filings, chainId: at.chain.chainId };
    },
    answer({ filings, chainId }, asked: Named<Path>, { registryAddress, publicUrls }) {
      return { body: toFilingFeed({ chainId, registryAddress, publicUrls }, toSubject(asked), filings) };
    },
    doc: {
      tag: "Following",
      ...doc,
      answer: "Atom (RFC 4287), the 50 newest entries. Not cached",
    },
  });
}
