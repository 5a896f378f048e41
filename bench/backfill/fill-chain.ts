import { registryAbi } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain } from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from "viem";

/** What fits into a block. */
const PER_BLOCK = 80;
/** The newest blocks, and those of the last minutes, may be reorganised; a back-fill ends before them. */
const EMPTY_BLOCKS = 260;
const EMPTY_SECONDS = 660;
const HASH: Hex = keccak256("0x");

/** Registers agents on a real chain, each with two attestations and two revenue reports. */
export async function fillChain({ chain, agents }: { chain: LocalChain; agents: number }) {
  const { registryAddress } = await deployLocally(chain);
  const creator = devAccounts.creator.address;
  const { timestamp } = await chain.reader.getBlock();
  const ids = Array.from({ length: agents }, (_, index) => BigInt(index + 1));
  const report = (agentId: bigint) =>
    encodeFunctionData({
      abi: registryAbi,
      functionName: "reportRevenue",
      args: [agentId, 1_000n, "USDC", "research", timestamp - 1_000n, timestamp - 1n],
    });
  const attest = (agentId: bigint) =>
    encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [agentId] });
  const register = (agentId: bigint) => {
    const wallet: Address = `0x${keccak256(toHex(agentId)).slice(-40)}`;
    const scope = `Translation of court records, court number ${agentId}`;
    return encodeFunctionData({
      abi: registryAbi,
      functionName: "registerAgent",
      args: [creator, wallet, HASH, HASH, scope, 0n, false],
    });
  };
  await chain.test.setAutomine(false);
  for (const toData of [register, attest, report, attest, report]) {
    for (let start = 0; start < ids.length; start += PER_BLOCK) {
      await sendAll({ chain, to: registryAddress, data: ids.slice(start, start + PER_BLOCK).map(toData) });
      await chain.test.mine({ blocks: 1 });
    }
  }
  await chain.test.increaseTime({ seconds: EMPTY_SECONDS });
  for (let block = 0; block < EMPTY_BLOCKS; block += 1) await chain.test.mine({ blocks: 1 });
  return { registryAddress, events: agents * 5 };
}

/** Unsigned: the local chain holds this account's key. */
async function sendAll({ chain, to, data }: { chain: LocalChain; to: Address; data: Hex[] }): Promise<void> {
  const from = devAccounts.creator.address;
  const calls = data.map((each, id) => ({
    jsonrpc: "2.0",
    id,
    method: "eth_sendTransaction",
    params: [{ from, to, data: each, gas: "0x61a80" }],
  }));
  const response = await fetch(chain.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls),
  });
  const answers = (await response.json()) as { error?: { message: string } }[];
  for (const { error } of answers) if (error !== undefined) throw new Error(error.message);
}
