import { AgentsQuery, type WalletEntriesResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { toAgentListItem } from "../serializers/to-agent.ts";
import { linkNumberedPages } from "./link-pages.ts";
import { parseQuery, parseWallet, toOffset } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

const PageQuery = AgentsQuery.pick({ page: true, limit: true });

/** All records that ever named a wallet. Not cached, so that a release shows at once. */
export function walletEntriesRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/wallet/:wallet/entries", (c) => {
    const wallet = parseWallet(c);
    const { page, limit } = parseQuery(c, PageQuery);
    const getPage = async (): Promise<WalletEntriesResponse> => {
      const { total, records } = await reader.getWalletEntriesPage(wallet, {
        limit,
        offset: toOffset({ page, limit }),
      });
      const data = records.map((record) => ({
        ...toAgentListItem(record),
        isWalletReleased: record.isWalletReleased,
        consents: record.consents,
        refusals: record.refusals,
      }));
      const totalPages = Math.ceil(total / limit);
      linkNumberedPages(c, { page, totalPages });
      return { total, page, limit, totalPages, data };
    };
    return responses.freshJson(c, getPage, { isSlow: true });
  });
}
