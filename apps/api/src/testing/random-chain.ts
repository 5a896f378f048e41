// A chain on which random calls change random agents, for the tests of reorganisations.
import { randomBytes } from "node:crypto";
import { registryAbi } from "@agent-registry/protocol";
import { devAccount, devAccounts } from "@agent-registry/testkit";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  toHex,
  zeroAddress,
} from "viem";

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

/** Accounts that only ever take another wallet's place, which the register must not know for that. */
const NEW_WALLETS = Array.from({ length: 60 }, (_, i) => getAddress(numberToHex(0xfade00 + i, { size: 20 })));
const FIRST_WALLET = 5;
const WALLETS = 14;
/** Every wallet of which the test can say how the contract knows it. */
export const RANDOM_CHAIN_WALLETS: readonly Address[] = [
  ...Array.from({ length: WALLETS }, (_, i) => devAccount(FIRST_WALLET + i).address),
  ...NEW_WALLETS,
];
const ATTESTER = devAccount(FIRST_WALLET + WALLETS).address;
/** Who certifies whom, of which the test can say what stands. */
export const RANDOM_CHAIN_NOTARIES: readonly Address[] = [0xbabe01, 0xbabe02].map((number) =>
  getAddress(numberToHex(number, { size: 20 })),
);
const PEOPLE = [devAccounts.creator, devAccounts.haftungsperson, devAccounts.stranger, devAccount(6)];
export const RANDOM_CHAIN_PERSONS: readonly Address[] = PEOPLE.map(({ address }) => address);
const MUCH_ETHER = toHex(10n ** 24n);

export function createRandomChain(options: { rpcUrl: string; registryAddress: Address; random: Random }) {
  const { rpcUrl, registryAddress, random } = options;
  let agents = 0;
  /** The last proposal, so that the proposed person takes over now and then. */
  let proposal = { id: 0n, to: zeroAddress as Address };
  /** Of which agent the wallet is being replaced, by which one, and the next step. */
  let replacement = {
    id: 1n,
    to: zeroAddress as Address,
    next: "confirm" as "confirm" | "propose" | "accept",
  };
  let leaver = { wallet: randomWallet(), hasDeclined: false };

  function randomWallet(): Address {
    return devAccount(FIRST_WALLET + random(WALLETS)).address;
  }

  async function rpc(method: string, params: unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(rpcUrl, { method: "POST", headers, body });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  async function randomCall(): Promise<Call> {
    const creator = devAccounts.creator.address;
    const owner = devAccounts.owner.address;
    const id = BigInt(1 + random(Math.max(1, agents)));
    const hash = toHex(randomBytes(32));
    const pick = random(agents < 3 ? 1 : 46);
    if (pick >= 38) return randomCertificate();
    if (pick >= 32) return leaveAndEnter(id);
    if (pick >= 24) return randomKey(id);
    if (pick >= 16) return randomWord(id);
    switch (pick) {
      case 0:
      case 1: {
        // Funded accounts, so that wallets can speak.
        const wallet = random(3) === 0 ? toHex(randomBytes(20)) : randomWallet();
        return register(random(4) === 0 ? devAccounts.stranger.address : creator, wallet, id);
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
      case 6:
      case 11:
      case 12: {
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
  async function randomWord(id: bigint): Promise<Call> {
    const person = RANDOM_CHAIN_PERSONS[random(RANDOM_CHAIN_PERSONS.length)] ?? devAccounts.creator.address;
    const wallet = randomWallet();
    switch (random(8)) {
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
          ? accept("acceptHaftungsperson", { id, to: person })
          : accept("acceptHaftungsperson", proposal);
    }
  }

  /** The next step of a wallet that was entered by a stranger, declines, and then registers itself. */
  async function leaveAndEnter(parentId: bigint): Promise<Call> {
    const { wallet, hasDeclined } = leaver;
    const boundId = BigInt(await ask({ functionName: "walletToAgent", args: [wallet] }));
    if (boundId === 0n)
      return register(hasDeclined ? wallet : devAccounts.stranger.address, wallet, parentId);
    leaver = hasDeclined ? { wallet: randomWallet(), hasDeclined: false } : { wallet, hasDeclined: true };
    return { from: wallet, data: encode("declineAgent", boundId) };
  }

  function register(from: Address, wallet: Hex, parentId: bigint): Call {
    const hash = toHex(randomBytes(32));
    const parent = random(2) === 0 ? 0n : parentId;
    const scope = `scope ${random(1_000)}${random(4) === 0 ? "\0" : ""}`;
    const args = [devAccounts.haftungsperson.address, wallet, hash, hash, scope, parent, false] as const;
    return { from, data: encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args }) };
  }

  /** A call by which something is certified, accepted or ended, or a notary comes or goes. */
  async function randomCertificate(): Promise<Call> {
    const owner = devAccounts.owner.address;
    const person = RANDOM_CHAIN_PERSONS[random(RANDOM_CHAIN_PERSONS.length)] as Address;
    const notary = RANDOM_CHAIN_NOTARIES[random(RANDOM_CHAIN_NOTARIES.length)] as Address;
    switch (random(10)) {
      case 0:
      case 1:
        return {
          from: owner,
          data: encodeFunctionData({ abi: registryAbi, functionName: "addNotary", args: [notary] }),
        };
      case 2:
        return {
          from: owner,
          data: encodeFunctionData({ abi: registryAbi, functionName: "removeNotary", args: [notary] }),
        };
      case 3: {
        const args = [person, notary] as const;
        const from = [person, notary, owner][random(3)] as Address;
        return { from, data: encodeFunctionData({ abi: registryAbi, functionName: "endCertificate", args }) };
      }
      case 4:
      case 5:
      case 6: {
        const { timestamp } = (await rpc("eth_getBlockByNumber", ["latest", false])) as { timestamp: Hex };
        const until = BigInt(timestamp) + BigInt(100_000 + random(10_000_000));
        const ref = toHex(randomBytes(32));
        const args = [person, 1 + random(2), 1 + random(3), until, ref] as const;
        const data = encodeFunctionData({ abi: registryAbi, functionName: "certifyPerson", args });
        return { from: notary, data };
      }
      default: {
        const question = { functionName: "certificateOf", args: [person, notary] } as const;
        const [kind, level, , until] = decodeFunctionResult({
          abi: registryAbi,
          functionName: "certificateOf",
          data: await ask(question),
        });
        const args = [notary, kind, level, until] as const;
        const data = encodeFunctionData({ abi: registryAbi, functionName: "acceptCertificate", args });
        return { from: person, data };
      }
    }
  }

  /** A call about the keys of an entry. */
  async function randomKey(id: bigint): Promise<Call> {
    const haftungsperson = devAccounts.haftungsperson.address;
    switch (random(8)) {
      case 0: {
        // Often of the agent whose wallet is about to be replaced, which removes the attester.
        const named = random(2) === 0 ? id : replacement.id;
        const data = encodeNaming("setAttester", named, random(4) === 0 ? zeroAddress : ATTESTER);
        return { from: random(2) === 0 ? haftungsperson : devAccounts.creator.address, data };
      }
      case 1:
        return { from: ATTESTER, data: encode("attestCompliance", id) };
      default:
        return replaceFurther(id);
    }
  }

  /** The next step of a replacement: the Haftungsperson agrees, proposes a wallet, and that one accepts. */
  async function replaceFurther(id: bigint): Promise<Call> {
    const from = devAccounts.haftungsperson.address;
    switch (replacement.next) {
      case "confirm":
        replacement = { ...replacement, id, next: "propose" };
        return { from, data: encode("confirmAgent", id) };
      case "propose": {
        if (random(6) === 0)
          return { from, data: encodeNaming("proposeWallet", replacement.id, zeroAddress) };
        const to = NEW_WALLETS[random(NEW_WALLETS.length)] as Address;
        replacement = { ...replacement, to, next: "accept" };
        return { from, data: encodeNaming("proposeWallet", replacement.id, to) };
      }
      case "accept": {
        const proposed = replacement;
        // Half of the wallets that took another's place are soon replaced themselves.
        replacement = { ...replacement, next: random(2) === 0 ? "confirm" : "propose" };
        return accept("acceptWallet", proposed);
      }
    }
  }

  /** With the record's hash of now. If the record changes in the same block before it, the contract refuses. */
  async function accept(
    functionName: "acceptHaftungsperson" | "acceptWallet",
    { id, to }: { id: bigint; to: Address },
  ): Promise<Call> {
    // The agent may be one of the blocks that were taken back.
    const isThere = id > 0n && id <= agents;
    const hash = isThere ? await ask({ functionName: "recordHash", args: [id] }) : toHex(randomBytes(32));
    return { from: to, data: encodeFunctionData({ abi: registryAbi, functionName, args: [id, hash] }) };
  }

  async function ask(
    question:
      | { functionName: "recordHash"; args: [bigint] }
      | { functionName: "certificateOf"; args: readonly [Address, Address] }
      | { functionName: "totalAgents" }
      | { functionName: "walletToAgent"; args: [Address] },
  ): Promise<Hex> {
    const data = encodeFunctionData({ abi: registryAbi, ...question });
    return (await rpc("eth_call", [{ to: registryAddress, data }, "latest"])) as Hex;
  }

  /** Not counted here: the contract refuses to register a wallet that is bound. */
  async function countAgents(): Promise<void> {
    agents = Number(await ask({ functionName: "totalAgents" }));
  }

  return {
    rpc,
    /** From now on the chain mines only when `mine` is called. */
    async takeOver(): Promise<void> {
      await rpc("evm_setAutomine", [false]);
      for (const wallet of [...NEW_WALLETS, ...RANDOM_CHAIN_NOTARIES]) {
        await rpc("hardhat_setBalance", [wallet, MUCH_ETHER]);
        await rpc("hardhat_impersonateAccount", [wallet]);
      }
    },
    /** A call that the contract reverts stays in its block, without an event. */
    async mine(blocks: number, maxCalls = 3): Promise<void> {
      for (let i = 0; i < blocks; i += 1) {
        for (let calls = random(maxCalls + 1); calls > 0; calls -= 1) {
          await rpc("eth_sendTransaction", [
            { ...(await randomCall()), to: registryAddress, gas: toHex(600_000) },
          ]);
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
          await rpc("eth_sendTransaction", [
            { ...(await randomCall()), to: registryAddress, gas: toHex(600_000) },
          ]);
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

function encodeNaming(functionName: "proposeWallet" | "setAttester", agentId: bigint, account: Address): Hex {
  return encodeFunctionData({ abi: registryAbi, functionName, args: [agentId, account] });
}
