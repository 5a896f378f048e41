import { bytesToHex } from "viem";
import { signTypedData } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { createBindingKeeper } from "./binding-keeper.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import { formatProof, PROOF_HEADER, type Proof, type RequestFacts, toProofTypedData } from "./proof.ts";

/**
 * The headers that prove to a provider who sends a request. They hold for one request, for a minute.
 *
 * @example
 * const headers = await signRequest(registry.client, {
 *   method: "POST", host: "api.example.com", path: "/jobs?fast=1", body: new TextEncoder().encode(json),
 * });
 */
export async function signRequest(
  client: RegistryClient,
  request: RequestFacts,
): Promise<Record<typeof PROOF_HEADER, string>> {
  const { account, wallet } = requireAccount(client);
  const registryAddress = requireRegistryAddress(client);
  const chainId = client.chainId ?? (await getChainId(client));
  const proof: Omit<Proof, "signature"> = {
    wallet: account.address,
    host: request.host.toLowerCase(),
    issuedAt: Math.floor(Date.now() / 1000),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  };
  const typedData = toProofTypedData({ domain: { chainId, registryAddress }, proof, request });
  const signature = await signTypedData(wallet, { account, ...typedData });
  return { [PROOF_HEADER]: formatProof({ ...proof, signature }) };
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
    const { host, pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    // Before the proof is signed, which holds for a minute only.
    const token = await binding?.get();
    if (token !== undefined) request.headers.set(BINDING_HEADER, token);
    const { method } = request;
    const headers = await signRequest(client, { method, host, path: pathname + search, body });
    request.headers.set(PROOF_HEADER, headers[PROOF_HEADER]);
    const response = await fetch(request);
    if (response.status === 401 || response.status === 403) binding?.renewSoon();
    return response;
  };
}
