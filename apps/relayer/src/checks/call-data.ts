import type { ForwardRequest } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Address } from "viem";
import { isSameAddress } from "../transaction/is-same-address.ts";
import { type RegistryCall, toRegistryCall } from "./registry-call.ts";

type CallData = { request: ForwardRequest; registryAddress: Address };

/**
 * The relayer pays for every byte, and the contract ignores those that no argument needs. Data for another
 * contract means nothing here: such a request is refused for its target.
 */
export function parseCallData({ request, registryAddress }: CallData): RegistryCall {
  const call = toRegistryCall(request.data);
  if (!isSameAddress(request.to, registryAddress)) return call;
  const problem = findProblem(call);
  if (problem !== null) throw new HttpError(400, toCallDataError(problem));
  return call;
}

export function toCallDataError(problem: string): string {
  return `Invalid request.data: ${problem}`;
}

function findProblem(call: RegistryCall): string | null {
  if (call.kind === "view") return `${call.functionName} changes nothing; ask the chain for it`;
  return call.kind === "not-canonical" ? `must be the canonical encoding of ${call.functionName}` : null;
}
