import { toRecordHash } from "@agent-registry/protocol";
import {
  type AgentDescription,
  type AgentRegistry,
  type Registration,
  RegistryError,
  toCapabilityHash,
  toConstitutionHash,
  type WriteResult,
} from "@agent-registry/sdk";
import type { Address } from "viem";
import { COMMAND } from "../own-package.ts";
import { PartlyDoneError, toErrorLine } from "../terminal/errors.ts";

/** Agrees to exactly the record that was just entered: if it was changed since, the contract refuses. */
export async function agreeAsHaftungsperson(input: {
  registry: AgentRegistry;
  haftungsperson: Address;
  creator: Address;
  registration: Registration;
  description: AgentDescription & { parentAgentId: number };
}): Promise<WriteResult> {
  const { registry, haftungsperson, creator, registration, description } = input;
  const { agentId, agentWallet } = registration;
  const recordHash = toRecordHash({
    agentId: BigInt(agentId),
    creator,
    haftungsperson,
    agentWallet,
    constitutionHash: toConstitutionHash(description),
    capabilityHash: toCapabilityHash(description),
    operationalScope: description.operationalScope,
    parentAgentId: BigInt(description.parentAgentId),
    selfModifying: description.selfModifying ?? false,
  });
  return registry.confirm({ agentId, recordHash }).catch((cause) => {
    throw toPartlyDone({ registration, cause });
  });
}

function toPartlyDone({ registration, cause }: { registration: Registration; cause: unknown }) {
  const isCertain = cause instanceof RegistryError && cause.reason !== "outcome-unknown";
  const { agentId, transactionHash } = registration;
  const what = isCertain
    ? "the Haftungsperson's agreement was not filed"
    : "it is not known whether the Haftungsperson's agreement was filed";
  const message = `Agent ${agentId} was registered in transaction ${transactionHash}, but ${what}: ${toErrorLine(cause)} Do it with \`${COMMAND} confirm ${agentId}\`, with the Haftungsperson's key.`;
  return new PartlyDoneError({ message, done: { registration }, cause });
}
