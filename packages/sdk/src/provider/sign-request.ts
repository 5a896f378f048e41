import { type Account, bytesToHex } from "viem";
import { signMessage, signTypedData } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { createBindingKeeper } from "./binding-keeper.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import { signHttpRequest } from "./erc8128/sign-http-request.ts";
import { parseHost } from "./hosts.ts";
import { formatProof, PROOF_HEADER, type Proof, type RequestFacts, toProofTypedData } from "./proof.ts";
import type { ProofScheme } from "./proof-scheme.ts";

export type SigningOptions = {
  /** ERC-8128 unless given; `agent-proof` for providers of an earlier version. */
  scheme?: Exclude<ProofScheme, "erc8128-legacy">;
};

export type RequestToSign = RequestFacts & {
  /** The Content-Type header, if the request has one: it is signed, too. */
  contentType?: string | undefined;
};

/**
 * The headers that prove to a provider who sends a request. They hold for one request, for a minute.
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
  { scheme = "erc8128" }: SigningOptions = {},
): Promise<Record<string, string>> {
  const { account } = requireAccount(client);
  const chainId = client.chainId ?? (await getChainId(client));
  const signed = { client, account, chainId, request, issuedAt: Math.floor(Date.now() / 1000) };
  return scheme === "erc8128" ? signByErc8128(signed) : signByAgentProof(signed);
}

type Signed = {
  client: RegistryClient;
  account: Account;
  chainId: number;
  request: RequestToSign;
  issuedAt: number;
};

async function signByErc8128({ client, account, chainId, request, issuedAt }: Signed) {
  const { wallet } = requireAccount(client);
  const { method, path, body, contentType } = request;
  return signHttpRequest({
    request: { method: method.toUpperCase(), path, body, contentType, ...parseHost(request.host) },
    signer: {
      address: account.address,
      chainId,
      signMessage: (message) => signMessage(wallet, { account, message }),
    },
    created: issuedAt,
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  });
}

async function signByAgentProof({ client, account, chainId, request, issuedAt }: Signed) {
  const { wallet } = requireAccount(client);
  const registryAddress = requireRegistryAddress(client);
  const proof: Omit<Proof, "signature"> = {
    wallet: account.address,
    host: parseHost(request.host).authority,
    issuedAt,
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
export function createAgentFetch(
  client: RegistryClient,
  options: SigningOptions = {},
): typeof globalThis.fetch {
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
    const headers = await signRequest(
      client,
      { method, host: origin, path: pathname + search, body, contentType },
      options,
    );
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
