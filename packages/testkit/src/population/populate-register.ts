import { minimalForwarderAbi, registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseEventLogs,
  parseGwei,
  toHex,
} from "viem";
import { type DevAccount, devAccount, devAccounts } from "../chain/dev-accounts.ts";
import { type SignedRequest, signedRequest } from "../chain/signed-request.ts";
import type { LocalChain } from "../chain/start-chain.ts";
import { planRegister } from "./plan-register.ts";
import { type Actor, DAY, HOUR, type PlannedAction } from "./planned-agent.ts";

/** This number fits into one block. */
const MAX_BATCH = 40;
const MAX_FEE = parseGwei("10");

type PopulateOptions = {
  chain: Pick<LocalChain, "wallet" | "reader" | "test" | "now">;
  deployment: { chainId: number; registryAddress: Address; forwarderAddress: Address };
  /** Default 60. */
  agents?: number;
  /** When the last action happens, in seconds since the epoch; default now. Must be after the chain's time. */
  endAt?: number;
  seed?: number;
  /** Called with the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/**
 * Fills a register with a believable population, from the chain's present time up to `endAt`. Every
 * action is signed by its actor and goes through the forwarder, as real ones do.
 * Regulators' actions are the owner's. A repeated seed gives the same register.
 */
export async function populateRegister(options: PopulateOptions): Promise<PlannedAction[]> {
  const { chain, deployment, agents = 60, endAt = Math.floor(Date.now() / 1000), onProgress } = options;
  const startAt = await chain.now();
  const plan = planRegister({
    agents,
    startAt,
    endAt,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  const nonces = new Map<Address, bigint>();
  const send = createSender({ chain, deployment });
  const contract = { address: deployment.registryAddress, abi: registryAbi } as const;
  const readRecordHash = (agentId: bigint) =>
    chain.reader.readContract({ ...contract, functionName: "recordHash", args: [agentId] });

  let done = 0;
  for (const batch of toBatches(plan)) {
    const requests: SignedRequest[] = [];
    for (const action of batch.actions) {
      const signer = toAccount(action.actor);
      const nonce = nonces.get(signer.address) ?? 0n;
      nonces.set(signer.address, nonce + 1n);
      const overrides = {
        data: await toCalldata(action, readRecordHash),
        nonce,
        gas: SUGGESTED_GAS.register,
      };
      requests.push(await signedRequest({ signer, deployment, overrides }));
    }
    await send({ at: batch.at, requests });
    done += batch.actions.length;
    onProgress?.(done / plan.length);
  }
  return plan;
}

/** The account of an actor; none of them is funded. */
export function toAccount(actor: Actor): DevAccount {
  switch (actor.role) {
    case "regulator":
      return devAccounts.owner;
    case "creator":
      return devAccount(100 + actor.creator);
    case "haftungsperson":
      return devAccount(200 + actor.person);
    case "notary":
      return devAccount(300 + actor.notary);
    case "wallet":
      return devAccount(1_000 + actor.agent);
    case "new-wallet":
      return devAccount(1_000_000 + actor.agent);
    case "attester":
      return devAccount(2_000_000 + actor.agent);
  }
}

type Batch = { since: number; at: number; actions: PlannedAction[] };

/**
 * Actions of one hour share a block; the order stays. An account that accepts a record as it stands has read it before,
 * so nothing else happens to the agent in the same block.
 */
function toBatches(plan: PlannedAction[]): Batch[] {
  const batches: Batch[] = [];
  const isAccepting = ({ kind }: PlannedAction) => kind === "accept" || kind === "accept-wallet";
  for (const action of plan) {
    const current = batches.at(-1);
    const hasRoom =
      current !== undefined &&
      action.at - current.since < HOUR &&
      current.actions.length < MAX_BATCH &&
      !(isAccepting(action) && current.actions.some(({ agent }) => agent === action.agent));
    if (hasRoom) {
      current.actions.push(action);
      current.at = action.at;
    } else {
      batches.push({ since: action.at, at: action.at, actions: [action] });
    }
  }
  return batches;
}

/**
 * Nonce and fees are given, and the receipt is asked for once: the local chain has mined a transaction when it
 * answers, and there are hundreds.
 */
function createSender({ chain, deployment }: Pick<PopulateOptions, "chain" | "deployment">) {
  const { address } = devAccounts.owner;
  const wallet = chain.wallet(devAccounts.owner);
  let nonce: number | undefined;
  let lastAt = 0;
  return async function send({ at, requests }: { at: number; requests: SignedRequest[] }): Promise<void> {
    lastAt = Math.max(at, lastAt + 1);
    nonce ??= await chain.reader.getTransactionCount({ address });
    await chain.test.setNextBlockTimestamp({ timestamp: BigInt(lastAt) });
    const hash = await wallet.writeContract({
      address: deployment.forwarderAddress,
      abi: minimalForwarderAbi,
      functionName: "executeBatch",
      args: [requests.map(({ request }) => request), requests.map(({ signature }) => signature)],
      gas: 25_000_000n,
      nonce: nonce++,
      maxFeePerGas: MAX_FEE,
      maxPriorityFeePerGas: 0n,
    });
    const receipt = await chain.reader.getTransactionReceipt({ hash });
    const outcomes = parseEventLogs({
      abi: minimalForwarderAbi,
      eventName: "RequestForwarded",
      logs: receipt.logs,
    });
    const failed = outcomes.filter(({ args }) => !args.success);
    if (outcomes.length !== requests.length || failed.length > 0) {
      throw new Error(`The chain refused ${failed.length} of ${requests.length} planned actions`);
    }
  };
}

async function toCalldata(
  action: PlannedAction,
  readRecordHash: (agentId: bigint) => Promise<Hex>,
): Promise<Hex> {
  const agentId = BigInt(action.agent);
  switch (action.kind) {
    case "register": {
      const haftungsperson = toAccount({ role: "haftungsperson", person: action.person }).address;
      const wallet = toAccount({ role: "wallet", agent: action.wallet }).address;
      const [constitution, capabilities] = [toHash("constitution", action), toHash("capabilities", action)];
      const args = [
        haftungsperson,
        wallet,
        constitution,
        capabilities,
        action.scope,
        BigInt(action.parent),
        action.selfModifying,
      ] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
    }
    case "report": {
      const args = [
        agentId,
        BigInt(action.amount),
        action.currency,
        action.category,
        BigInt(action.at - action.periodDays * DAY),
        BigInt(action.at),
      ] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "reportRevenue", args });
    }
    case "suspend":
    case "revoke": {
      const functionName = action.kind === "suspend" ? "suspendAgent" : "revokeAgent";
      return encodeFunctionData({ abi: registryAbi, functionName, args: [agentId, action.reason] });
    }
    case "propose": {
      const successor = toAccount({ role: "haftungsperson", person: action.person }).address;
      const args = [agentId, successor] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "proposeHaftungsperson", args });
    }
    case "accept":
    case "accept-wallet": {
      const functionName = action.kind === "accept" ? "acceptHaftungsperson" : "acceptWallet";
      const args = [agentId, await readRecordHash(agentId)] as const;
      return encodeFunctionData({ abi: registryAbi, functionName, args });
    }
    case "propose-wallet":
    case "set-attester": {
      const [functionName, role] =
        action.kind === "propose-wallet"
          ? (["proposeWallet", "new-wallet"] as const)
          : (["setAttester", "attester"] as const);
      const args = [agentId, toAccount({ role, agent: action.agent }).address] as const;
      return encodeFunctionData({ abi: registryAbi, functionName, args });
    }
    case "add-notary":
    case "remove-notary": {
      const functionName = action.kind === "add-notary" ? "addNotary" : "removeNotary";
      return encodeFunctionData({ abi: registryAbi, functionName, args: [notaryOf(action)] });
    }
    case "certify": {
      const person = toAccount({ role: "haftungsperson", person: action.person }).address;
      const ref = keccak256(toHex(`certificate about person ${action.person} at ${action.at}`));
      const args = [person, action.personKind, action.level, BigInt(action.until), ref] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "certifyPerson", args });
    }
    case "accept-certificate": {
      const args = [notaryOf(action), action.personKind, action.level, BigInt(action.until)] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "acceptCertificate", args });
    }
    case "update-capabilities": {
      const args = [agentId, toHash("capabilities", action)] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "updateCapabilities", args });
    }
    case "update-constitution": {
      const args = [agentId, toHash("constitution", action)] as const;
      return encodeFunctionData({ abi: registryAbi, functionName: "updateConstitution", args });
    }
    default:
      return encodeFunctionData({
        abi: registryAbi,
        functionName: PLAIN_CALLS[action.kind],
        args: [agentId],
      });
  }
}

const PLAIN_CALLS = {
  attest: "attestCompliance",
  terminate: "terminateSelf",
  confirm: "confirmAgent",
  decline: "declineAgent",
  release: "releaseWallet",
  reactivate: "reactivateAgent",
} as const;

function notaryOf({ notary }: { notary: number }): Address {
  return toAccount({ role: "notary", notary }).address;
}

function toHash(what: string, action: PlannedAction): Hex {
  return keccak256(toHex(`${what} of agent ${action.agent} at ${action.at}`));
}
