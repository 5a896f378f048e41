import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { WALLET_ADVICE } from "./propose-wallet.ts";
import { type SeenRecord, toSeenHash } from "./to-seen-hash.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For the proposed wallet: is the agent's wallet from now on, which is its agreement as well. The former one
 * is retired for good. The attester and a proposed Haftungsperson are dropped, since the former key could have
 * named both; the status, the attestation and the history stay.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.acceptWallet({ agentId: 7, recordHash });
 */
export async function acceptWallet(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "acceptWallet",
    args: await toSeenHash(client, input),
    advice: WALLET_ADVICE,
  });
}
