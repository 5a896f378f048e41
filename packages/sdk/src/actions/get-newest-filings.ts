import { type EnforcementAction, EnforcementResponse, FilingsResponse } from "@agent-registry/protocol";
import type { ApiClient } from "../client/api-client.ts";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";

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
  return askApi(client, {
    path: `/api/v1/filings${toQuery({ order: "desc", ...input })}`,
    schema: FilingsResponse,
  });
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
  return askApi(client, {
    path: `/api/v1/enforcement${toQuery({ ...rest, regulator })}`,
    schema: EnforcementResponse,
  });
}
