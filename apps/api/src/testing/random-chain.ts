// A chain on which random calls change random agents, for the tests of reorganisations.
import { randomBytes } from "node:crypto";
import { registryAbi } from "@agent-registry/protocol";
import { devAccount, devAccounts } from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, toHex, zeroAddress } from "viem";

type Random = (below: number) => number;

/** The same numbers for the same seed: a linear congruential generator is random enough here. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Call = { from: Address; data: Hex };

export function createRandomChain(options: { rpcUrl: string; registryAddress: Address; random: Random }) {
  const { rpcUrl, registryAddress, random } = options;
  let agents = 0;
  /** The last proposal, so that the proposed person takes over now and then. */
  let proposal = { id: 0n, to: zeroAddress as Address };
  const people = [devAccounts.creator, devAccounts.haftungsperson, devAccounts.stranger, devAccount(6)];

  async function rpc(method: string, params: unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(rpcUrl, { method: "POST", headers, body });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  function randomCall(): Call {
    const creator = devAccounts.creator.address;
    const owner = devAccounts.owner.address;
    const id = BigInt(1 + random(Math.max(1, agents)));
    const hash = toHex(randomBytes(32));
    const pick = random(agents < 3 ? 1 : 22);
    if (pick >= 16) return randomWord(id);
    switch (pick) {
      case 0:
      case 1: {
        // Funded accounts, so that wallets can speak; some again and again, as after a release.
        const wallet = random(3) === 0 ? toHex(randomBytes(20)) : devAccount(5 + random(14)).address;
        const parent = random(2) === 0 ? 0n : id;
        const scope = `scope ${random(1_000)}${random(4) === 0 ? "\0" : ""}`;
        const args = [devAccounts.haftungsperson.address, wallet, hash, hash, scope, parent, false] as const;
        return {
          from: random(4) === 0 ? devAccounts.stranger.address : creator,
          data: encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args }),
        };
      }
      case 2:
      case 3:
        return { from: creator, data: encode("attestCompliance", id) };
      case 4:
      case 5: {
        const currency = ["USDC", "EUR", "ETH"][random(3)] ?? "";
        const args = [id, BigInt(random(10_000)), currency, `category ${random(3)}`, 0n, 1n] as const;
        return {
          from: creator,
          data: encodeFunctionData({ abi: registryAbi, functionName: "reportRevenue", args }),
        };
      }
      case 6: {
        const functionName = random(2) === 0 ? "updateCapabilities" : "updateConstitution";
        return {
          from: creator,
          data: encodeFunctionData({ abi: registryAbi, functionName, args: [id, hash] }),
        };
      }
      case 7:
        return { from: devAccounts.haftungsperson.address, data: encode("confirmAgent", id) };
      case 8:
      case 9: {
        const args = [id, `reason ${random(100)}`] as const;
        return {
          from: owner,
          data: encodeFunctionData({ abi: registryAbi, functionName: "suspendAgent", args }),
        };
      }
      case 10:
        return { from: owner, data: encode("reactivateAgent", id) };
      case 11:
      case 12:
        return { from: creator, data: encode("attestCompliance", id) };
      case 13:
      case 14:
        return { from: owner, data: encode("reactivateAgent", id) };
      default: {
        if (random(3) !== 0) return { from: creator, data: encode("attestCompliance", id) };
        const isRevoked = random(2) === 0;
        const revoke = { abi: registryAbi, functionName: "revokeAgent", args: [id, "for good"] } as const;
        return isRevoked
          ? { from: owner, data: encodeFunctionData(revoke) }
          : { from: creator, data: encode("terminateSelf", id) };
      }
    }
  }

  /** A call about a record by an account that is one of its parties, or is none and gets refused. */
  function randomWord(id: bigint): Call {
    const person = people[random(people.length)]?.address ?? devAccounts.creator.address;
    const wallet = devAccount(5 + random(14)).address;
    switch (random(7)) {
      case 0:
        return { from: random(2) === 0 ? person : wallet, data: encode("confirmAgent", id) };
      case 1:
      case 2:
        return { from: random(2) === 0 ? person : wallet, data: encode("declineAgent", id) };
      case 3:
        return { from: devAccounts.owner.address, data: encode("releaseWallet", id) };
      case 4:
      case 5: {
        proposal = { id, to: random(5) === 0 ? zeroAddress : person };
        const args = [id, proposal.to] as const;
        const functionName = "proposeHaftungsperson";
        const data = encodeFunctionData({ abi: registryAbi, functionName, args });
        return { from: devAccounts.creator.address, data };
      }
      default:
        return proposal.to === zeroAddress
          ? { from: person, data: encode("acceptHaftungsperson", id) }
          : { from: proposal.to, data: encode("acceptHaftungsperson", proposal.id) };
    }
  }

  /** Not counted here: the contract refuses to register a wallet that is bound. */
  async function countAgents(): Promise<void> {
    const total = encodeFunctionData({ abi: registryAbi, functionName: "totalAgents" });
    agents = Number(await rpc("eth_call", [{ to: registryAddress, data: total }, "latest"]));
  }

  return {
    rpc,
    /** From now on the chain mines only when `mine` is called. */
    async takeOver(): Promise<void> {
      await rpc("evm_setAutomine", [false]);
    },
    /** A call that the contract reverts stays in its block, without an event. */
    async mine(blocks: number, maxCalls = 3): Promise<void> {
      for (let i = 0; i < blocks; i += 1) {
        for (let calls = random(maxCalls + 1); calls > 0; calls -= 1) {
          await rpc("eth_sendTransaction", [{ ...randomCall(), to: registryAddress, gas: toHex(600_000) }]);
        }
        await rpc("evm_increaseTime", [1 + random(20_000)]);
        await rpc("evm_mine");
        await countAgents();
      }
    },
    /** As on a chain with a block every 200 ms: five blocks have the same timestamp. */
    async mineFast(blocks: number): Promise<void> {
      const { timestamp } = (await rpc("eth_getBlockByNumber", ["latest", false])) as { timestamp: string };
      for (let i = 0; i < blocks; i += 1) {
        if (random(2) === 0) {
          await rpc("eth_sendTransaction", [{ ...randomCall(), to: registryAddress, gas: toHex(600_000) }]);
        }
        await rpc("evm_setNextBlockTimestamp", [toHex(Number(timestamp) + Math.floor(i / 5))]);
        await rpc("evm_mine");
        if (i % 10 === 0) await countAgents();
      }
    },
    snapshot: () => rpc("evm_snapshot") as Promise<string>,
    async revert(snapshot: string): Promise<void> {
      await rpc("evm_revert", [snapshot]);
      await countAgents();
    },
    async head(): Promise<{ number: number; hash: string }> {
      const block = (await rpc("eth_getBlockByNumber", ["latest", false])) as {
        number: string;
        hash: string;
      };
      return { number: Number(block.number), hash: block.hash };
    },
  };
}

function encode(
  functionName:
    | "acceptHaftungsperson"
    | "attestCompliance"
    | "confirmAgent"
    | "declineAgent"
    | "reactivateAgent"
    | "releaseWallet"
    | "terminateSelf",
  agentId: bigint,
): Hex {
  return encodeFunctionData({ abi: registryAbi, functionName, args: [agentId] });
}
