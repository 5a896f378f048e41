import { minimalForwarderAbi, registryAbi, toAgentStatus } from "@agent-registry/protocol";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  zeroAddress,
} from "viem";
import { readRegistry } from "../client/read-registry.ts";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { invalidInput, RegistryError } from "../errors/registry-error.ts";
import { forwardDirectly } from "../send/forward-directly.ts";
import { submitCall } from "../send/submit-call.ts";
import type { WriteResult } from "../send/written.ts";
import { findAgentId } from "./get-agent.ts";
import { type AgentConsents, getConsents } from "./get-consents.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

export type Cancellation = WriteResult & {
  /** The nonce that is spent now. */
  nonce: bigint;
};

/** Without a relayer any call will do; a view changes nothing, whichever account calls it. */
const VIEW_CALL = encodeFunctionData({ abi: registryAbi, functionName: "nextAgentId" });
const HARMLESS_CALL_GAS = 100_000n;

export type CancelInput = {
  /** An agent that the account is a party of; the one of its own wallet if none is given. */
  agentId?: AgentId | undefined;
};

/**
 * Takes back what the account signed for a relayer and no relayer has sent yet: spends the account's present
 * nonce on a call that changes nothing. Without a relayer, the account pays for that itself.
 *
 * Whatever was signed with that nonce can never be executed any more. What was executed before stands. A
 * request that was signed in advance with the next nonce becomes executable by this: cancel once more
 * for each of those. This package signs none in advance, and none that lives longer than
 * `MAX_REQUEST_LIFETIME_SECONDS`; one signed elsewhere with a deadline of 0 never expires on its own.
 *
 * @example
 * const { nonce } = await registry.cancelRequests();
 * console.log(`Nothing that was signed with nonce ${nonce} can be executed any more.`);
 */
export async function cancelRequests(
  client: RegistryClient,
  { agentId }: CancelInput = {},
): Promise<Cancellation> {
  const { account } = requireAccount(client);
  const { logs, ...result } = await (client.relayerUrl === undefined
    ? forwardDirectly(client, { data: VIEW_CALL, minGas: HARMLESS_CALL_GAS })
    : submitCall(client, {
        data: await toHarmlessCall(client, { account: account.address, agentId }),
        minGas: HARMLESS_CALL_GAS,
      }));
  const spent = parseEventLogs({ abi: minimalForwarderAbi, eventName: "RequestForwarded", logs })
    .filter(({ args }) => args.success && isAddressEqual(args.from, account.address))
    .map(({ args }) => args.nonce);
  const nonce = spent.at(-1);
  if (nonce !== undefined) return { ...result, nonce };
  throw new RegistryError({
    reason: "outcome-unknown",
    message: `Transaction ${result.transactionHash} went through without spending a nonce of ${account.address}: is the configured address really a Registry?`,
    transactionHash: result.transactionHash,
  });
}

/**
 * A write that the register accepts from this account and that changes nothing: a relayer forwards no views.
 * Naming the present attester again, which emits nothing. Only if the account may not do that: agreeing again to
 * what it has agreed to, which stands in the history.
 */
async function toHarmlessCall(
  client: RegistryClient,
  { account, agentId: named }: { account: Address; agentId: AgentId | undefined },
): Promise<Hex> {
  const own = named ?? (await findAgentId(client, { wallet: account, source: "chain" }));
  if (own === undefined) {
    throw invalidInput(
      `No agent is registered for the wallet ${account}: name an agent that it is the creator or Haftungsperson of, or cancel without a relayer.`,
    );
  }
  const agentId = parseAgentId(own);
  const [consents, record] = await Promise.all([
    getConsents(client, { agentId, source: "chain" }),
    readRegistry(client, "getAgent", [agentId]),
  ]);
  // A wallet that was released has no place in the record any more.
  const parties = consents.wallet === "released" ? { ...record, agentWallet: zeroAddress } : record;
  const isParentsParty =
    record.parentAgentId !== 0n &&
    isPartyOf(await readRegistry(client, "getAgent", [record.parentAgentId]), account);
  const isOpen = ["Active", "Suspended"].includes(toAgentStatus(record.status));
  if (isOpen && isPartyOf(parties, account)) {
    const args = [agentId, consents.attester ?? zeroAddress] as const;
    return encodeFunctionData({ abi: registryAbi, functionName: "setAttester", args });
  }
  const words = toWords({ consents, parties, account, isParentsParty });
  if (words.length > 0 && words.every((word) => word === "agreed")) {
    return encodeFunctionData({ abi: registryAbi, functionName: "confirmAgent", args: [agentId] });
  }
  throw invalidInput(
    `Every call that agent ${agentId} accepts from ${account} would change something: name another agent, or cancel without a relayer.`,
  );
}

type Parties = { agentWallet: Address; creator: Address; haftungsperson: Address };

function isPartyOf({ agentWallet, creator, haftungsperson }: Parties, account: Address): boolean {
  return [agentWallet, creator, haftungsperson].some((party) => isAddressEqual(party, account));
}

/** What the account has said in each place that it holds in the record. */
function toWords(input: {
  consents: AgentConsents;
  parties: Parties;
  account: Address;
  isParentsParty: boolean;
}): (string | null)[] {
  const { consents, parties, account, isParentsParty } = input;
  const places: [boolean, string | null][] = [
    [isAddressEqual(parties.agentWallet, account), consents.wallet],
    [isAddressEqual(parties.haftungsperson, account), consents.haftungsperson],
    [isParentsParty, consents.parent],
  ];
  return places.filter(([isHeld]) => isHeld).map(([, word]) => word);
}
