import type { ChainIdentity } from "@agent-registry/protocol";
import { isSameAddress } from "../../wallet/provider.ts";
import { readRegistry } from "../../wallet/registry-call.ts";
import type { WalletSession } from "../../wallet/wallet-session.ts";
import type { Standing } from "./signing-state.ts";

type Register = { address: `0x${string}`; identity: ChainIdentity };

/**
 * Whether the contract takes the account for a regulator; the owner counts as one. Anyone may run a chain
 * under the id of another, and a transaction there would cost its sender and not reach the register, so the
 * first block is compared.
 */
export async function askStanding(
  session: WalletSession,
  { address, identity }: Register,
): Promise<Standing> {
  const [first, code] = await Promise.all([
    // Some nodes keep no old blocks; the contract must be there in any case.
    session.ask("eth_getBlockByNumber", ["0x0", false]).catch(() => null),
    session.ask("eth_getCode", [address, "latest"]),
  ]);
  const hash = (first as { hash?: string } | null)?.hash;
  if ((hash !== undefined && !isSameAddress(hash, identity.genesisHash)) || code === "0x")
    return "other-chain";
  const [isNamed, owner] = await Promise.all([
    readRegistry(session, {
      registry: address,
      question: { functionName: "isRegulator", args: [session.account] },
    }),
    readRegistry(session, { registry: address, question: { functionName: "owner", args: [] } }),
  ]);
  return isNamed === true || isSameAddress(String(owner), session.account) ? "regulator" : "ordinary";
}
