import { registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { type Advice, throwWithAdvice } from "../errors/to-revert-error.ts";
import { submitCall } from "../send/submit-call.ts";
import type { WriteResult } from "../send/written.ts";

type RegistryWrite = ContractFunctionName<typeof registryAbi, "nonpayable">;

/** A write that has no result besides its transaction. */
export async function writeRegistry<Name extends RegistryWrite>(
  client: RegistryClient,
  call: {
    functionName: Name;
    args: ContractFunctionArgs<typeof registryAbi, "nonpayable", Name>;
    /** For refusals that mean something else here than they usually do. */
    advice?: Advice;
  },
): Promise<WriteResult> {
  const { functionName, args, advice = {} } = call;
  const parameters = { abi: registryAbi, functionName, args } as unknown as EncodeFunctionDataParameters;
  const { logs: _, ...result } = await submitCall(client, {
    data: encodeFunctionData(parameters),
    minGas: SUGGESTED_GAS.other,
  }).catch((error) => throwWithAdvice({ error, advice }));
  return result;
}
