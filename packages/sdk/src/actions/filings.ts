import {
  type EnforcementAction,
  EnforcementResponse,
  FilingsResponse,
  HistoryResponse,
  type RegisterFiling,
  TakenBackResponse,
} from "@agent-registry/protocol";
import * as z from "zod/mini";
import type { ApiClient } from "../client/api-client.ts";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

/**
 * The register's newest filings, newest first, from the query API; at most 1,000. `next` is where `followFilings` goes on
 * with those that will follow.
 *
 * @example
 * const { filings, next } = await registry.getNewestFilings({ limit: 20 });
 */
export async function getNewestFilings(
  client: ApiClient,
  input: { limit?: number | undefined } = {},
): Promise<FilingsResponse> {
  const path = `/api/v1/filings${toQuery({ order: "desc", ...input })}`;
  return askApi(client, { path, schema: FilingsResponse });
}

export type EnforcementInput = {
  kind?: EnforcementAction | undefined;
  regulator?: AddressInput | undefined;
  /** `next` of an earlier answer, for what is older. */
  after?: string | undefined;
  /** At most 100. */
  limit?: number | undefined;
};

/**
 * What regulators did and who refused a record, newest first, from the query API.
 *
 * @example
 * const { data, next } = await registry.getEnforcement({ kind: "revoked" });
 */
export async function getEnforcement(
  client: ApiClient,
  { regulator: named, ...rest }: EnforcementInput = {},
): Promise<EnforcementResponse> {
  const regulator = named && parseAddress({ value: named, name: "The regulator", chainId: client.chainId });
  const path = `/api/v1/enforcement${toQuery({ ...rest, regulator })}`;
  return askApi(client, { path, schema: EnforcementResponse });
}

export type HistoryInput = {
  agentId: AgentId;
  limit?: number | undefined;
  offset?: number | undefined;
  order?: "asc" | "desc" | undefined;
};

/**
 * Every change of an agent's record with who made it and why, from the query API.
 *
 * @example
 * const { data } = await registry.getHistory({ agentId: 7, order: "desc" });
 */
export async function getHistory(
  client: RegistryClient,
  { agentId, ...page }: HistoryInput,
): Promise<HistoryResponse> {
  const path = `/api/v1/agent/${parseAgentId(agentId)}/history${toQuery(page)}`;
  return askApi(client, { path, schema: HistoryResponse });
}

export type FollowInput = {
  /** `next` of what was read last; without it, from the register's first filing on. */
  after?: string | undefined;
  /** How many filings come at once, at most 1,000. */
  limit?: number | undefined;
  /** How long to wait for new filings before asking again; 5 seconds if not given. */
  pollIntervalMs?: number | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
};

/** Keep `next` together with what was done with the item: it is where to go on after a restart. */
export type FollowedFilings =
  | { kind: "filings"; filings: RegisterFiling[]; next: string; hasMore: boolean }
  /** The chain was reorganised: drop every filing whose `sequence` is greater than `to`. */
  | { kind: "rewound"; to: number; next: string };

/**
 * Every filing of the register in chain order, and the new ones as they come, from the query API. It waits for new ones
 * until it is aborted or left; `hasMore` is false where the register ends for now.
 *
 * @example
 * for await (const item of followFilings(api, { after: lastNext })) {
 *   if (item.kind === "rewound") await copy.dropAfter(item.to);
 *   else await copy.add(item.filings);
 *   lastNext = item.next;
 * }
 */
export async function* followFilings(
  client: ApiClient,
  { after, limit, pollIntervalMs = 5_000, signal }: FollowInput = {},
): AsyncGenerator<FollowedFilings> {
  let next = after;
  let isFirst = true;
  while (signal?.aborted !== true) {
    const answer = await askApi(client, {
      path: `/api/v1/filings${toQuery({ after: next, limit })}`,
      schema: z.union([FilingsResponse, TakenBackResponse]),
      statuses: [200, 410],
    });
    next = answer.next;
    if ("error" in answer) {
      yield { kind: "rewound", to: answer.sequence, next };
      continue;
    }
    const { filings, hasMore } = answer;
    // The first answer is passed on even if it is empty, so that a copy knows that it is complete.
    if (filings.length > 0 || isFirst) yield { kind: "filings", filings, next, hasMore };
    isFirst = false;
    if (!hasMore) await wait(pollIntervalMs, signal);
  }
}

/** Ends early if it is aborted. */
function wait(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}
