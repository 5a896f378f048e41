// What a stranger writes with the types that openapi-typescript makes of the documents. `check-openapi.ts` copies this
// file beside them and compiles it.
import type { components as ApiComponents, operations as ApiOperations } from "./api-types.ts";
import type { components as RelayerComponents } from "./relayer-types.ts";

type Api = ApiComponents["schemas"];
type Relayer = RelayerComponents["schemas"];
type KyaAnswer = ApiOperations["getKya"]["responses"][200]["content"]["application/json"];

export function describeVerdict({ agent, isCompliant }: KyaAnswer): string {
  if (agent === null) return "not registered";
  const { agentId, haftungsperson, status } = agent;
  return `${agentId.toFixed(0)}: ${status}, ${haftungsperson.toLowerCase()} answers for it, ${isCompliant}`;
}

export function countDescendants({ children, note }: Api["LineageNode"]): number {
  if (note !== undefined) throw new RangeError(note.trim());
  return children.reduce((sum, child) => sum + 1 + countDescendants(child), 0);
}

export function findReason(filing: Api["Filing"]): string | undefined {
  return filing.kind === "status-changed" ? filing.reason.trim() : undefined;
}

export const suspended: ApiOperations["listAgents"]["parameters"]["query"] = {
  status: "Suspended",
  limit: 5,
};

// @ts-expect-error An agent has no such status.
export const unknownStatus: Api["Agent"]["status"] = "Dissolved";

export function toRequest({ nonce }: Relayer["Nonce"], data: string): Relayer["ForwardRequest"] {
  const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  return { from: address, to: address, value: "0", gas: "200000", nonce, deadline: "0", data };
}

// @ts-expect-error A number of the wrong kind: every field has a type.
export const wrongGas: Relayer["ForwardRequest"]["gas"] = { wei: 1 };
