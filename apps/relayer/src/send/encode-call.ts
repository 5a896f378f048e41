import { type ForwardRequest, minimalForwarderAbi } from "@agent-registry/protocol";
import { encodeFunctionData, type Hex } from "viem";

export type SignedForwardRequest = { request: ForwardRequest; signature: Hex };

export function encodeExecute({ request, signature }: SignedForwardRequest): Hex {
  return encodeFunctionData({
    abi: minimalForwarderAbi,
    functionName: "execute",
    args: [request, signature],
  });
}

/** Alone, a request goes by `execute`, which is cheaper; several share one `executeBatch`. */
export function encodeCall(items: readonly SignedForwardRequest[]): Hex {
  const [only] = items;
  if (only !== undefined && items.length === 1) return encodeExecute(only);
  return encodeFunctionData({
    abi: minimalForwarderAbi,
    functionName: "executeBatch",
    args: [items.map(({ request }) => request), items.map(({ signature }) => signature)],
  });
}
