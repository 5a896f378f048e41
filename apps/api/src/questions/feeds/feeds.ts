import { AddressParam, AgentIdParam, apiErrors, type RegisterFiling } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { type Address, getAddress } from "viem";
import { agentNotFound, parseAddress, parseAgentId } from "../../http/parse-request.ts";
import { type Concern, defineQuestion, type Question } from "../../http/question.ts";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { readNewestFilings } from "../../index/read/read-newest-filings.ts";
import { readEnforcement } from "../enforcement/enforcement.ts";
import { FEED_ENTRIES, type FeedSubject, toFilingFeed } from "./to-filing-feed.ts";

type Feed<Asked> = Pick<Question<Asked>, "path" | "parse" | "concerns" | "pace"> & {
  read(at: IndexAtBlock, asked: Asked): Promise<RegisterFiling[]>;
  toSubject(asked: Asked): FeedSubject;
  doc: Omit<Question["doc"], "tag" | "responses">;
};

const aboutAll = (): Concern => "all";
const limit = FEED_ENTRIES;

/** The newest filings as Atom feeds, which any feed reader follows. */
export const feeds: readonly Question[] = [
  defineFeed({
    path: "/feeds/filings.atom",
    parse: () => undefined,
    concerns: aboutAll,
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
    parse: () => undefined,
    concerns: aboutAll,
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
    parse: parseAgentId,
    concerns: (agentId) => ({ agentId }),
    async read({ db }, agentId) {
      const filings = await readNewestFilings(db, { of: { agentId }, limit });
      // Its registration is a filing.
      if (filings.length === 0) throw agentNotFound(agentId);
      return filings;
    },
    toSubject: (agentId) => ({
      name: `agent:${agentId}`,
      title: `Agent Registry: agent ${agentId}`,
      path: `/agent/${agentId}/feed.atom`,
      page: `/agents/${agentId}`,
    }),
    doc: {
      operationId: "getAgentFeed",
      summary: "An agent's newest filings as an Atom feed",
      params: AgentIdParam,
    },
  }),
  defineFeed({
    path: "/haftungsperson/:address/feed.atom",
    parse: parseAddress,
    concerns: aboutAll,
    pace: () => "slow",
    read: ({ db, engine }, haftungsperson) =>
      readNewestFilings(db, { of: { haftungsperson, engine }, limit }),
    toSubject(haftungsperson: Address) {
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
      params: AddressParam,
    },
  }),
];

function defineFeed<Asked>({ read, toSubject, doc, ...feed }: Feed<Asked>): Question {
  return defineQuestion<Asked, { filings: RegisterFiling[]; chainId: number }>({
    ...feed,
    async read(at, asked) {
      if (at.chain === undefined)
        throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
      return { filings: await read(at, asked), chainId: at.chain.chainId };
    },
    answer({ filings, chainId }, asked, { registryAddress, publicUrls }) {
      const body = toFilingFeed({ chainId, registryAddress, publicUrls }, toSubject(asked), filings);
      return { body, contentType: "application/atom+xml" };
    },
    doc: {
      tag: "Following",
      ...doc,
      responses: {
        200: {
          description: "Atom (RFC 4287), the 50 newest entries. Not cached",
          schema: "text",
          contentType: "application/atom+xml",
        },
      },
    },
  });
}
