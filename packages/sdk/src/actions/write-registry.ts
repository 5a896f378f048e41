import { registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import { type ContractFunctionArgs, type EncodeFunctionDataParameters, encodeFunctionData } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { submitCall } from "../send/submit-call.ts";
import type { WriteResult } from "../send/write-result.ts";

type RegistryWrite =
  | "attestCompliance"
  | "reportRevenue"
  | "updateCapabilities"
  | "updateConstitution"
  | "terminateSelf"
  | "confirmAgent"
  | "suspendAgent"
  | "revokeAgent"
  | "reactivateAgent";

/** A write that has no result besides its transaction. */
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
