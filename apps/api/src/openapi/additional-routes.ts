import {
  AddressParam,
  AgentIdParam,
  AgentsQuery,
  BulkKyaRequest,
  BulkKyaResponse,
  ConsentsResponse,
  HistoryQuery,
  HistoryResponse,
  KyaProofResponse,
  NameResponse,
  ReadyResponse,
  RevenueTimelineResponse,
  TimelineQuery,
  TopEarnersQuery,
  TopEarnersResponse,
  WalletEntriesResponse,
  WalletParam,
} from "@agent-registry/protocol";
import { type RouteDoc, uncountedErrors } from "@agent-registry/service";
import { agentErrors, indexErrors, invalidParameter, processErrors, slowQuery } from "./errors.ts";
import * as examples from "./examples.ts";

export const additionalRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/revenue/timeline",
    operationId: "getRevenueTimeline",
    tag: "Revenue",
    hasEtag: true,
    summary: "Revenue over time, by currency",
    description:
      "By when it was reported, in UTC; weeks start on Monday. Intervals without reports are left out.",
    query: TimelineQuery,
    responses: {
      200: {
        description: "Cached for 5 minutes",
        schema: RevenueTimelineResponse,
        example: examples.revenueTimeline,
      },
      ...invalidParameter,
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/revenue/top",
    operationId: "listTopEarners",
    tag: "Revenue",
    hasEtag: true,
    summary: "The agents that reported most in one currency",
    query: TopEarnersQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: TopEarnersResponse, example: examples.topEarners },
      ...invalidParameter,
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/history",
    operationId: "listHistory",
    tag: "Agents",
    hasEtag: true,
    summary: "Every change of an agent's record, with block, transaction, actor and reason",
    params: AgentIdParam,
    query: HistoryQuery,
    responses: {
      200: { description: "Not cached", schema: HistoryResponse, example: examples.history },
      ...agentErrors,
      ...invalidParameter,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/consents",
    operationId: "getConsents",
    tag: "Agents",
    hasEtag: true,
    summary: "What each party named in an agent's record has said about it",
    description:
      "The wallet, the Haftungsperson and the parent: agreed, refused (a wallet: released) or neither, since when, by which transaction, and whether the record has changed since. None of it changes compliance by itself.",
    params: AgentIdParam,
    responses: {
      200: { description: "Not cached", schema: ConsentsResponse, example: examples.consents },
      ...agentErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/kya/{wallet}/proof",
    operationId: "getKyaProof",
    tag: "Know Your Agent",
    hasEtag: true,
    summary: "A proof of a wallet's entry, from the chain's own storage",
    description:
      "Header and Merkle proofs (EIP-1186) of one block: the register need not be believed, only whoever tells you the block's hash. Check it with `agent-registry verify` or the SDK's `verifyKya`, against RPC nodes of your own. For a wallet without an agent it proves that there is none. Nodes prove their newest blocks alone, so keep what you decide upon.",
    params: WalletParam,
    responses: {
      200: {
        description: "Also for a wallet without an agent. Cached for 1 minute",
        schema: KyaProofResponse,
        example: examples.kyaProof,
      },
      400: { description: "Not an address: `Invalid wallet address: <value>`" },
      ...indexErrors,
      501: { description: "`This register's RPC node gives no proofs`" },
      503: {
        description:
          "Too many proofs are being collected at the moment; `Retry-After` says when to try again",
      },
    },
  },
  {
    method: "get",
    path: "/api/v1/wallet/{wallet}/entries",
    operationId: "listWalletEntries",
    tag: "Agents",
    hasEtag: true,
    summary: "All records that ever named a wallet, newest first",
    description:
      "At most one, the newest, is the wallet's entry, from which KYA answers. From all others the wallet was released.",
    params: WalletParam,
    query: AgentsQuery.pick({ page: true, limit: true }),
    responses: {
      200: {
        description: "Also for a wallet that no record names, without rows. Not cached",
        schema: WalletEntriesResponse,
        example: examples.walletEntries,
      },
      400: {
        description:
          "Not an address: `Invalid wallet address: <value>`; or a parameter is invalid, which the message names",
      },
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/name/{address}",
    operationId: "getName",
    tag: "Agents",
    hasEtag: true,
    summary: "The name by which people know an address, such as a Haftungsperson's",
    description:
      "From ENS or Basenames, if the operator has them asked. A name counts only if it is in its normal form (ENSIP-15) and stands for the same address. Whoever holds the address chose it: the register's word is the address. An address with code has none here, since on another chain it may be somebody else's.",
    params: AddressParam,
    responses: {
      200: {
        description: "Also without a name. A name is kept for an hour, its absence for 10 minutes",
        schema: NameResponse,
        example: examples.name,
      },
      400: { description: "Not an address: `Invalid wallet address: <value>`" },
      ...processErrors,
      503: { description: "Too many names are being looked up; `Retry-After` says when to try again" },
    },
  },
  {
    method: "post",
    path: "/api/v1/kya",
    operationId: "checkWallets",
    tag: "Know Your Agent",
    summary: "Know Your Agent for up to 1,000 wallets at once, by your own policy",
    description:
      "Reads alone, and counts as one request. A wallet is admissible if its agent is compliant and nothing in the policy speaks against it; without a policy, wallet and Haftungsperson must have agreed to the record, and must not be one key. All of the answer stands at one block.",
    body: BulkKyaRequest,
    responses: {
      200: {
        description: "In the order of the wallets. Never cached",
        schema: BulkKyaResponse,
        example: examples.bulkKya,
      },
      400: {
        description:
          "The message names the place: `Invalid wallets[3]: <what it must be>`, `Invalid policy.lineage: <what it must be>`; or the body is not JSON",
      },
      413: { description: "The body is larger than 64 kB" },
      415: { description: "The body is not `application/json`" },
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/ready",
    operationId: "getReady",
    tag: "Service",
    summary: "Whether the index is caught up with the chain",
    description:
      "If not, `cause` says what to look at. `node-silent`: no RPC node answers. `index-building`: the index is filled from the chain, for the first time or anew. `index-behind`: it catches up after an outage. `indexer-silent`: of several processes, the one that indexes hangs, and no other could take over. `database-gone`: the index cannot be read. `replica-behind`: the process reads a copy of the database that lags too far. `stopping`: the process was told to stop, and still answers for a moment. `reason` says it in words. Counts against no limit.",
    responses: {
      200: { description: "Caught up", schema: ReadyResponse, example: examples.ready },
      503: { description: "Not caught up, and why", schema: ReadyResponse, example: examples.notReady },
      ...uncountedErrors.ready,
    },
  },
  {
    method: "get",
    path: "/metrics",
    operationId: "getMetrics",
    tag: "Service",
    summary: "Metrics for Prometheus, which count against no limit",
    responses: {
      200: { description: "Prometheus text format", schema: "text" },
      ...uncountedErrors.metrics,
    },
  },
];
