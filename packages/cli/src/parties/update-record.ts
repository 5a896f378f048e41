import { type AgentRegistry, RegistryError, type WriteResult } from "@agent-registry/sdk";
import type { Hex } from "viem";
import { PartlyDoneError, toErrorLine } from "../terminal/errors.ts";

type Update = {
  registry: Pick<AgentRegistry, "updateConstitution" | "updateCapabilities">;
  agentId: number;
  constitution: { constitution: string } | { constitutionHash: Hex } | undefined;
  capabilities: { capabilities: readonly string[] } | { capabilityHash: Hex } | undefined;
};

/** Files what is given, the constitution first. If the second fails, the error names the first, too. */
export async function updateRecord({ registry, agentId, constitution, capabilities }: Update) {
  const done: { constitution?: WriteResult; capabilities?: WriteResult } = {};
  if (constitution) done.constitution = await registry.updateConstitution({ agentId, ...constitution });
  if (capabilities) {
    done.capabilities = await registry.updateCapabilities({ agentId, ...capabilities }).catch((cause) => {
      throw done.constitution ? toPartlyDone({ constitution: done.constitution, cause }) : cause;
    });
  }
  return done;
}

function toPartlyDone({ constitution, cause }: { constitution: WriteResult; cause: unknown }) {
  const isCertain = cause instanceof RegistryError && cause.reason !== "outcome-unknown";
  const what = isCertain
    ? "The capabilities were not filed"
    : "It is not known whether the capabilities were filed";
  const { transactionHash } = constitution;
  const message = `${what}: ${toErrorLine(cause)} The new constitution was filed before, in transaction ${transactionHash}.`;
  return new PartlyDoneError({ message, done: { constitution }, cause });
}
