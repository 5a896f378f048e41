import { apiErrors, type RegisterFiling } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import { type Address, getAddress, isAddress } from "viem";
import { FEED_ENTRIES, type FeedSubject, toFilingFeed } from "../feeds/to-filing-feed.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "registryAddress" | "publicUrls">;
type Feed = FeedSubject & { read: () => Promise<RegisterFiling[]>; isSlow?: boolean };

/** The newest filings as Atom feeds, which any feed reader follows. */
export function feedRoutes({ reader, responses, registryAddress, publicUrls }: Deps) {
  const limit = FEED_ENTRIES;

  function send(c: Context, { read, isSlow = false, ...subject }: Feed): Promise<Response> {
    return responses.freshText(c, {
      contentType: "application/atom+xml",
      isSlow,
      async produce() {
        const identity = await reader.findChainIdentity();
        if (identity === undefined) {
          throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
        }
        const { chainId } = identity;
        return toFilingFeed({ chainId, registryAddress, publicUrls }, subject, await read());
      },
    });
  }

  return new Hono()
    .get("/feeds/filings.atom", (c) =>
      send(c, {
        name: "filings",
        title: "Agent Registry: all filings",
        path: "/feeds/filings.atom",
        page: "/",
        read: () => reader.getNewestFilings({ of: "all", limit }),
      }),
    )
    .get("/agent/:id/feed.atom", (c) => {
      const agentId = parseAgentId(c);
      return send(c, {
        name: `agent:${agentId}`,
        title: `Agent Registry: agent ${agentId}`,
        path: `/agent/${agentId}/feed.atom`,
        page: `/agents/${agentId}`,
        async read() {
          const filings = await reader.getNewestFilings({ of: { agentId }, limit });
          // Its registration is a filing.
          if (filings.length === 0) throw agentNotFound(agentId);
          return filings;
        },
      });
    })
    .get("/haftungsperson/:address/feed.atom", (c) => {
      const haftungsperson = parsePerson(c);
      const address = getAddress(haftungsperson);
      return send(c, {
        name: `haftungsperson:${haftungsperson}`,
        title: `Agent Registry: Haftungsperson ${address}`,
        path: `/haftungsperson/${address}/feed.atom`,
        page: `/people/${address}`,
        isSlow: true,
        read: () => reader.getNewestFilings({ of: { haftungsperson }, limit }),
      });
    })
    .get("/enforcement/feed.atom", (c) =>
      send(c, {
        name: "enforcement",
        title: "Agent Registry: enforcement",
        path: "/enforcement/feed.atom",
        page: "/enforcement",
        read: async () => (await reader.getEnforcementPage({ limit })).filings,
      }),
    );
}

/** In lower case. Capitals claim a checksum, and a mistyped one is refused. */
function parsePerson(c: Context): Address {
  const given = c.req.param("address") ?? "";
  if (!isAddress(given)) throw new HttpError(400, apiErrors.invalidAddress(given));
  return given.toLowerCase() as Address;
}
