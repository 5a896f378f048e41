import { toRecordHash } from "@agent-registry/protocol/record-hash";
import { registryAbi } from "@agent-registry/protocol/registry-abi";
import { encodeFunctionData, zeroAddress } from "viem";
import type { SignableEntry } from "./entry-roles.ts";
import type { Action } from "./to-actions.ts";

type Address = `0x${string}`;

/** The record on the page is not the one that the register holds. */
export class RecordDiffers extends Error {}

/** The contract's function for an action, with its arguments. */
export function encodeAction(action: Action, entry: SignableEntry): { shown: string; data: Address } {
  const abi = registryAbi;
  const id = BigInt(entry.agent.agentId);
  switch (action.kind) {
    case "agree": {
      const hash = hashShown(entry);
      const data = encodeFunctionData({ abi, functionName: "confirmRecord", args: [id, hash] });
      return { shown: `confirmRecord(${id}, ${hash})`, data };
    }
    case "refuse":
      return {
        shown: `declineAgent(${id})`,
        data: encodeFunctionData({ abi, functionName: "declineAgent", args: [id] }),
      };
    case "accept": {
      const data = encodeFunctionData({ abi, functionName: "acceptHaftungsperson", args: [id] });
      return { shown: `acceptHaftungsperson(${id})`, data };
    }
    case "propose":
    case "withdraw": {
      const successor = (action.kind === "propose" ? action.successor : zeroAddress) as Address;
      const data = encodeFunctionData({ abi, functionName: "proposeHaftungsperson", args: [id, successor] });
      return { shown: `proposeHaftungsperson(${id}, ${successor})`, data };
    }
    case "suspend":
    case "revoke": {
      const functionName = action.kind === "suspend" ? "suspendAgent" : "revokeAgent";
      const data = encodeFunctionData({ abi, functionName, args: [id, action.reason] });
      return { shown: `${functionName}(${id}, ${JSON.stringify(action.reason)})`, data };
    }
    case "reactivate":
    case "release": {
      const functionName = action.kind === "reactivate" ? "reactivateAgent" : "releaseWallet";
      return { shown: `${functionName}(${id})`, data: encodeFunctionData({ abi, functionName, args: [id] }) };
    }
  }
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
