import {
  collectKyaProof,
  type KyaProof,
  ProofUnavailable,
  parseKyaProof,
} from "@agent-registry/protocol/proof";
import * as z from "zod/mini";
import { parseWallet } from "../actions/parse-arguments.ts";
import { getChainId } from "../client/get-chain-id.ts";
import { parseAddress } from "../client/parse-address.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import { chooseSource, type Source } from "../reading/source.ts";

export type KyaProofInput = {
  wallet: string;
  source?: Source | undefined;
  /** What these have certified about the Haftungsperson is proven as well; at most eight. */
  notaries?: readonly string[] | undefined;
};

/**
 * Gets a proof of what the register holds of a wallet, from an RPC node or from the query API. Its source
 * does not matter: `verifyKya` believes neither. Nodes prove their newest blocks alone, so keep what you
 * decide upon.
 *
 * @example
 * const proof = await registry.fetchKyaProof({ wallet });
 * await writeFile("proof.json", JSON.stringify(proof));
 */
export async function fetchKyaProof(client: RegistryClient, input: KyaProofInput): Promise<KyaProof> {
  const wallet = parseWallet(client, input.wallet);
  const { chainId: expected } = client;
  const notaries = input.notaries?.map((value, i) =>
    parseAddress({ value, name: `notaries[${i}]`, chainId: expected }),
  );
  if (chooseSource(client, input.source) === "api") {
    const path = `/api/v1/kya/${wallet}/proof${toQuery({ notaries: notaries?.join(",") })}`;
    return parseKyaProof(await askApi(client, { path, schema: z.unknown() }));
  }
  const registry = requireRegistryAddress(client);
  const chainId = await getChainId(client);
  const request = async (method: string, params: unknown[]) =>
    await client.reader.request({ method, params } as never);
  try {
    return await collectKyaProof({ request, chainId, registry, wallet, notaries });
  } catch (error) {
    if (!(error instanceof ProofUnavailable)) throw toChainError(error);
    throw new RegistryError({
      reason: "proof-unavailable",
      message: `The RPC node proves nothing: ${error.message} Ask another node, or the query API.`,
      cause: error,
    });
  }
}
