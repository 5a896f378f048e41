import { registryAbi } from "@agent-registry/protocol";
import { devAccounts, type LocalChain } from "@agent-registry/testkit";
import { type Address, keccak256, toHex, zeroHash } from "viem";

/** Texts that a stranger may write into the register to harm whoever reads it. */
export const HOSTILE = {
  markup: `<img src=x onerror="window.hacked=true"><script>window.hacked=true</script> & "quotes"`,
  rightToLeft: "\u202Egnp.exe evil\u202C \u05E9\u05DC\u05D5\u05DD and on",
  long: "unbreakable".repeat(90),
  emoji: "Couriers 🚲 of family 👩‍👩‍👧 with flags 🇩🇪",
  currency: "<b>\u202EEUR</b>",
  category: "<i onclick=x>sales</i>",
} as const;

const WIDE_CHILDREN = 53;

export type EdgeCases = { markup: number; rightToLeft: number; long: number; emoji: number; wide: number };

/** Adds what a believable population lacks: hostile texts, and a parent of more children than are shown. */
export async function addEdgeCases({
  chain,
  registryAddress,
}: {
  chain: LocalChain;
  registryAddress: Address;
}): Promise<EdgeCases> {
  const wallet = chain.wallet(devAccounts.creator);
  const contract = { address: registryAddress, abi: registryAbi } as const;

  async function register(scope: string, parent = 0): Promise<number> {
    const id = await chain.reader.readContract({ ...contract, functionName: "nextAgentId" });
    const agentWallet = `0x${keccak256(toHex(`edge-case-${id}`)).slice(-40)}` as const;
    const args = [
      devAccounts.haftungsperson.address,
      agentWallet,
      zeroHash,
      zeroHash,
      scope,
      BigInt(parent),
      false,
    ] as const;
    const hash = await wallet.writeContract({ ...contract, functionName: "registerAgent", args });
    await chain.reader.waitForTransactionReceipt({ hash });
    return Number(id);
  }

  const markup = await register(HOSTILE.markup);
  const rightToLeft = await register(HOSTILE.rightToLeft);
  const long = await register(HOSTILE.long);
  const emoji = await register(HOSTILE.emoji);
  const wide = await register("Franchise of route planners");
  for (let child = 0; child < WIDE_CHILDREN; child += 1) await register(`Route planner ${child + 1}`, wide);

  const now = BigInt(await chain.now());
  const args = [
    BigInt(markup),
    123_456_789n,
    HOSTILE.currency,
    HOSTILE.category,
    now - 1_000n,
    now - 10n,
  ] as const;
  const hash = await wallet.writeContract({ ...contract, functionName: "reportRevenue", args });
  await chain.reader.waitForTransactionReceipt({ hash });
  return { markup, rightToLeft, long, emoji, wide };
}
