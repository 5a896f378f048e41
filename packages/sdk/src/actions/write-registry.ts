import { registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import { type ContractFunctionArgs, type EncodeFunctionDataParameters, encodeFunctionData } from "viem";
import type { RegistryClient } from "../registry-client.ts";
import { submitCall, type WriteResult } from "../send/submit-call.ts";

export type RegistryWrite =
  | "attestCompliance"
  | "reportRevenue"
  | "updateCapabilities"
  | "updateConstitution"
  | "terminateSelf"
  | "confirmAgent"
  | "suspendAgent"
  | "revokeAgent"
  | "reactivateAgent";

/** A write whose only result is that it was done. */
export async function writeRegistry<Name extends RegistryWrite>(
  client: RegistryClient,
  call: { functionName: Name; args: ContractFunctionArgs<typeof registryAbi, "nonpayable", Name> },
): Promise<WriteResult> {
  const parameters = { abi: registryAbi, ...call } as unknown as EncodeFunctionDataParameters;
  const { logs: _, ...result } = await submitCall(client, {
    data: encodeFunctionData(parameters),
    minGas: SUGGESTED_GAS.other,
  });
  return result;
}
