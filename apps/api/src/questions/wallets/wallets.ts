import { AgentWalletsResponse, HistoryQuery, toTimestamp } from "@agent-registry/protocol";
import { defineQuestion } from "../../http/question.ts";
import { readAgentWallets } from "../../index/read/retired-wallets.ts";
import { CHILD_WALLET, NOW, REGISTERED_AT, TRANSACTION, WALLET } from "../shared/examples.ts";

const PageQuery = HistoryQuery.pick({ limit: true, offset: true });

/** The wallets that an agent has had, newest first. Not cached, so that a replacement shows at once. */
export const wallets = defineQuestion({
  path: "/agent/:id/wallets",
  query: PageQuery,
  response: AgentWalletsResponse,
  // Every entry's page asks for the newest; a page further down skips over those before it.
  pace: ({ offset }) => (offset === 0 ? "look-up" : "slow"),
  read: ({ db }, { agentId, limit, offset }) => readAgentWallets(db, agentId, { limit, offset }),
  answer(found, { agentId, limit, offset }) {
    const data = found.wallets.map(({ wallet, since, until, transactionHash }) => ({
      wallet,
      since: toTimestamp(since),
      until: until === null ? null : toTimestamp(until),
      transactionHash,
    }));
    return { body: { agentId, total: found.total, offset, limit, data } };
  },
  schemas: { AgentWalletList: AgentWalletsResponse },
  doc: {
    operationId: "listAgentWallets",
    tag: "Agents",
    summary: "The wallets that an agent has had, newest first",
    description:
      "The first is the wallet that its record names; all others are retired: the Haftungsperson had another wallet take their place, and nobody registers them again.",
    example: {
      agentId: 1,
      total: 2,
      offset: 0,
      limit: 100,
      data: [
        { wallet: WALLET, since: NOW, until: null, transactionHash: TRANSACTION },
        { wallet: CHILD_WALLET, since: REGISTERED_AT, until: NOW, transactionHash: `0x${"b2".repeat(32)}` },
      ],
    },
  },
});
