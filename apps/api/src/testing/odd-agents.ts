import { registryAbi } from "@agent-registry/protocol";
import { devAccounts, type LocalChain } from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, zeroHash } from "viem";

/** Wildcards, a NUL inside, an escape sign, letters of other scripts. */
const ODD_SCOPES = ["100 % _sure_ \\ scope", "inner\0NUL and \u001b0 escape", "Übersetzung ins 日本語", ""];
/** Not UTF-8 at the end and inside, and a text that begins with a byte order mark, which decoders leave out. */
const ODD_BYTES = ["41424344ff", "41ff42c3", "efbbbf4142"];
const ODD_NAMES = ["__proto__", "constructor", "US\0D", "€"];

type Register = { chain: LocalChain; registryAddress: Address };

/** Agents whose scopes and reports hold what databases and programs are known to stumble over. */
export async function addOddAgents({ chain, registryAddress }: Register): Promise<void> {
  const wallet = chain.wallet(devAccounts.creator);
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const agentId = await chain.reader.readContract({ ...contract, functionName: "nextAgentId" });
  for (const [i, scope] of ODD_SCOPES.entries()) {
    const agentWallet = `0x${(0xabc000 + i).toString(16).padStart(40, "0")}` as Address;
    const haftungsperson = devAccounts.haftungsperson.address;
    const args = [haftungsperson, agentWallet, zeroHash, zeroHash, scope, 0n, true] as const;
    await wallet.writeContract({ ...contract, functionName: "registerAgent", args });
  }
  for (const [i, bytes] of ODD_BYTES.entries())
    await registerScope({ chain, registryAddress }, bytes, 0xabd000 + i);
  for (const [i, name] of ODD_NAMES.entries()) {
    const category = ODD_NAMES[ODD_NAMES.length - 1 - i] ?? name;
    // 1,200 of these would pass 64 bits; each is the largest there is.
    const args = [agentId, BigInt(Number.MAX_SAFE_INTEGER), name, category, 0n, 1n] as const;
    await wallet.writeContract({ ...contract, functionName: "reportRevenue", args });
  }
}

/** A scope that no text gives: the bytes are put into the call in place of letters, as many as they are. */
async function registerScope(
  { chain, registryAddress }: Register,
  bytes: string,
  number: number,
): Promise<void> {
  const letters = "Z".repeat(bytes.length / 2);
  const agentWallet = `0x${number.toString(16).padStart(40, "0")}` as Address;
  const haftungsperson = devAccounts.haftungsperson.address;
  const args = [haftungsperson, agentWallet, zeroHash, zeroHash, letters, 0n, true] as const;
  const data = encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
  const wallet = chain.wallet(devAccounts.creator);
  const call = data.replace("5a".repeat(letters.length), bytes) as Hex;
  await wallet.sendTransaction({ to: registryAddress, data: call });
}
