import { bytesToHex } from "viem";
import { signTypedData } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
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
 * A `fetch` that proves to each provider which agent is asking.
 *
 * @example
 * const agentFetch = createAgentFetch(registry.client);
 * const answer = await agentFetch("https://api.example.com/jobs", { method: "POST", body: json });
 */
export function createAgentFetch(client: RegistryClient): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const headers = await signRequest(client, {
      method: request.method,
      host,
      path: pathname + search,
      body,
    });
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return client.fetch(request);
  };
}
