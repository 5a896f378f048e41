import { toRecordHash } from "@agent-registry/protocol/record-hash";
import { registryAbi } from "@agent-registry/protocol/registry-abi";
import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from "viem";
import type { SignableEntry } from "./roles.ts";

export type Address = `0x${string}`;

/** A call of the contract: in letters, for those who compare, and as the bytes that are signed. */
export type EncodedCall = { shown: string; data: Address };

type Named = ContractFunctionName<typeof registryAbi, "nonpayable">;
type Args<Name extends Named> = ContractFunctionArgs<typeof registryAbi, "nonpayable", Name>;

/** The compiler holds the arguments to those of the function, since they are what a person signs. */
export function encodeCall<const Name extends Named>(
  functionName: Name,
  args: Args<Name>,
  /** The arguments in letters, if they are not to be read as they are. */
  shown: readonly unknown[] = args as readonly unknown[],
): EncodedCall {
  // viem's own type is of one function by its name, and does not see that it is the same as above.
  const call = { abi: registryAbi, functionName, args } as unknown as EncodeFunctionDataParameters;
  return { shown: `${functionName}(${shown.join(", ")})`, data: encodeFunctionData(call) };
}

/** The record on the page is not the one that the register holds. */
export class RecordDiffers extends Error {}

/** Worked out from the fields that are shown, so that agreeing to it is agreeing to them. */
export function hashShown({ agent, consents }: SignableEntry): Address {
  const hash = toRecordHash({
    agentId: BigInt(agent.agentId),
    creator: agent.creator as Address,
    haftungsperson: agent.haftungsperson as Address,
    agentWallet: agent.agentWallet as Address,
    constitutionHash: agent.constitutionHash as Address,
    capabilityHash: agent.capabilityHash as Address,
    operationalScope: agent.operationalScope,
    parentAgentId: BigInt(agent.parentAgentId),
    selfModifying: agent.selfModifying,
  });
  if (hash !== consents.recordHash) throw new RecordDiffers();
  return hash;
}
