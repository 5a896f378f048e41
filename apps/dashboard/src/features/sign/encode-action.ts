import { toRecordHash } from "@agent-registry/protocol/record-hash";
import { registryAbi } from "@agent-registry/protocol/registry-abi";
import {
  type ContractFunctionArgs,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  zeroAddress,
} from "viem";
import type { Action, ActionKind, SignableEntry } from "./entry-actions.ts";

type Address = `0x${string}`;

/** A call of the contract: in letters, for those who compare, and as the bytes that are signed. */
export type EncodedAction = { shown: string; data: Address };

/** The record on the page is not the one that the register holds. */
export class RecordDiffers extends Error {}

const FUNCTIONS = {
  agree: "confirmRecord",
  "agree-again": "confirmRecord",
  accept: "acceptHaftungsperson",
  "accept-wallet": "acceptWallet",
  propose: "proposeHaftungsperson",
  withdraw: "proposeHaftungsperson",
  "propose-wallet": "proposeWallet",
  "withdraw-wallet": "proposeWallet",
  "set-attester": "setAttester",
  "remove-attester": "setAttester",
  suspend: "suspendAgent",
  revoke: "revokeAgent",
  refuse: "declineAgent",
  reactivate: "reactivateAgent",
  release: "releaseWallet",
} as const satisfies Record<ActionKind, string>;

/** The contract's function for an action, with its arguments. */
export function encodeAction(action: Action, entry: SignableEntry): EncodedAction {
  const id = BigInt(entry.agent.agentId);
  switch (action.kind) {
    // Each takes the hash of the record as its signer saw it, and is refused if the record is another one.
    case "agree":
    case "agree-again":
    case "accept":
    case "accept-wallet":
      return encodeCall(FUNCTIONS[action.kind], [id, hashShown(entry)]);
    case "propose":
    case "propose-wallet":
    case "set-attester":
      return encodeCall(FUNCTIONS[action.kind], [id, action.address as Address]);
    // The contract takes the zero address for no one: it withdraws.
    case "withdraw":
    case "withdraw-wallet":
    case "remove-attester":
      return encodeCall(FUNCTIONS[action.kind], [id, zeroAddress]);
    case "suspend":
    case "revoke":
      return {
        ...encodeCall(FUNCTIONS[action.kind], [id, action.reason]),
        shown: `${FUNCTIONS[action.kind]}(${id}, ${JSON.stringify(action.reason)})`,
      };
    case "refuse":
    case "reactivate":
    case "release":
      return encodeCall(FUNCTIONS[action.kind], [id]);
  }
}

type Named = (typeof FUNCTIONS)[ActionKind] | "acceptCertificate" | "endCertificate";
type Args<Name extends Named> = ContractFunctionArgs<typeof registryAbi, "nonpayable", Name>;

/** The compiler holds the arguments to those of the function, since they are what a person signs. */
export function encodeCall<const Name extends Named>(functionName: Name, args: Args<Name>): EncodedAction {
  // viem's own type is of one function by its name, and does not see that it is the same as above.
  const call = { abi: registryAbi, functionName, args } as unknown as EncodeFunctionDataParameters;
  return {
    shown: `${functionName}(${(args as readonly unknown[]).join(", ")})`,
    data: encodeFunctionData(call),
  };
}

/** Worked out from the fields that are shown, so that agreeing to it is agreeing to them. */
function hashShown({ agent, consents }: SignableEntry): Address {
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
