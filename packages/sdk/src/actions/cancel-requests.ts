import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import { encodeFunctionData, isAddressEqual, parseEventLogs } from "viem";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { forwardDirectly } from "../send/forward-directly.ts";
import { submitCall } from "../send/submit-call.ts";
import type { WriteResult } from "../send/write-result.ts";
import { toHarmlessCall } from "./harmless-call.ts";
import type { AgentId } from "./parse-arguments.ts";

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
