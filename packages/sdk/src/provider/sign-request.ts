import { bytesToHex } from "viem";
import { signMessage } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { createBindingKeeper } from "./binding-keeper.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import { signHttpRequest } from "./erc8128/sign-http-request.ts";
import { parseHost } from "./hosts.ts";

/** The parts of a request that a signature binds. */
export type RequestFacts = {
  method: string;
  /**
   * The name, and the port unless it is the scheme's default: `api.example.com`. With `http://` before it if the service
   * is not reached by https: `http://127.0.0.1:4000`.
   */
  host: string;
  /** With the query, as it stands in the request line. */
  path: string;
  body: Uint8Array;
};

export type RequestToSign = RequestFacts & {
  /** The Content-Type header, if the request has one: it is signed, too. */
  contentType?: string | undefined;
};

/**
 * The headers by which a request is signed (ERC-8128), so that a provider knows who sends it. They hold for one request,
 * for a minute.
 *
 * @example
 * const headers = await signRequest(registry.client, {
 *   method: "POST", host: "api.example.com", path: "/jobs?fast=1", body: new TextEncoder().encode(json),
 *   contentType: "application/json",
 * });
 */
export async function signRequest(
  client: RegistryClient,
  request: RequestToSign,
): Promise<Record<string, string>> {
  const { account, wallet } = requireAccount(client);
  const { method, path, body, contentType } = request;
  return signHttpRequest({
    request: { method: method.toUpperCase(), path, body, contentType, ...parseHost(request.host) },
    signer: {
      address: account.address,
      chainId: client.chainId ?? (await getChainId(client)),
      signMessage: (message) => signMessage(wallet, { account, message }),
    },
    created: Math.floor(Date.now() / 1000),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  });
}

/**
 * A `fetch` that proves to each provider which agent is asking. If the client knows a query API that signs, it sends the
 * register's own statement along, so that providers need not ask about the agent.
 *
 * @example
 * const agentFetch = createAgentFetch(registry.client);
 * const answer = await agentFetch("https://api.example.com/jobs", { method: "POST", body: json });
 */
export function createAgentFetch(client: RegistryClient): typeof globalThis.fetch {
  const { apiUrl, account, fetch } = client;
  const binding =
    apiUrl === undefined || account === undefined
      ? undefined
      : createBindingKeeper({ apiUrl, wallet: account.address, fetch });

  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    // Before the proof is signed, which holds for a minute only.
    const token = await binding?.get();
    if (token !== undefined) request.headers.set(BINDING_HEADER, token);
    const { method } = request;
    const contentType = request.headers.get("content-type") ?? undefined;
    const path = pathname + search;
    const headers = await signRequest(client, { method, host: origin, path, body, contentType });
    for (const [name, value] of Object.entries(headers)) {
      // Another signature may ride on the request, such as that of Web Bot Auth.
      if (name.startsWith("signature")) request.headers.append(name, value);
      else request.headers.set(name, value);
    }
    const response = await fetch(request);
    if (response.status === 401 || response.status === 403) binding?.renewSoon();
    return response;
  };
}
