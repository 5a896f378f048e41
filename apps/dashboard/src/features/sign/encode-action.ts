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
    case "agree":
    case "agree-again":
    case "accept":
    case "accept-wallet": {
      const functionName = AGREEING[action.kind];
      const hash = hashShown(entry);
      const data = encodeFunctionData({ abi, functionName, args: [id, hash] });
      return { shown: `${functionName}(${id}, ${hash})`, data };
    }
    case "propose":
    case "withdraw":
    case "propose-wallet":
    case "withdraw-wallet":
    case "set-attester":
    case "remove-attester": {
      const functionName = NAMING[action.kind];
      // The contract takes the zero address for nobody.
      const address = ("address" in action ? action.address : zeroAddress) as Address;
      const data = encodeFunctionData({ abi, functionName, args: [id, address] });
      return { shown: `${functionName}(${id}, ${address})`, data };
    }
    case "suspend":
    case "revoke": {
      const functionName = action.kind === "suspend" ? "suspendAgent" : "revokeAgent";
      const data = encodeFunctionData({ abi, functionName, args: [id, action.reason] });
      return { shown: `${functionName}(${id}, ${JSON.stringify(action.reason)})`, data };
    }
    case "refuse":
    case "reactivate":
    case "release": {
      const functionName = PLAIN[action.kind];
      return { shown: `${functionName}(${id})`, data: encodeFunctionData({ abi, functionName, args: [id] }) };
    }
  }
}

/** Each takes the hash of the record as its signer saw it, and is refused if the record is another one. */
const AGREEING = {
  agree: "confirmRecord",
  "agree-again": "confirmRecord",
  accept: "acceptHaftungsperson",
  "accept-wallet": "acceptWallet",
} as const;

const NAMING = {
  propose: "proposeHaftungsperson",
  withdraw: "proposeHaftungsperson",
  "propose-wallet": "proposeWallet",
  "withdraw-wallet": "proposeWallet",
  "set-attester": "setAttester",
  "remove-attester": "setAttester",
} as const;

const PLAIN = { refuse: "declineAgent", reactivate: "reactivateAgent", release: "releaseWallet" } as const;

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
