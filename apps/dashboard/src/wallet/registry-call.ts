import { DEFAULT_MAX_REQUEST_GAS, SUGGESTED_GAS } from "@agent-registry/protocol/limits";
import { registryAbi } from "@agent-registry/protocol/registry-abi";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import type { WalletSession } from "./wallet-session.ts";

export type RegistryCall = { to: `0x${string}`; data: `0x${string}` };

/** The newest block of the wallet's node, and the gas for a call that the contract would accept. */
type Prepared = { blockNumber: number; timestamp: number; gas: bigint };

/** Simulates the call, so that the contract's refusal is known before anything is signed. */
export async function prepareCall(session: WalletSession, { to, data }: RegistryCall): Promise<Prepared> {
  const block = (await session.ask("eth_getBlockByNumber", ["latest", false])) as Record<string, string>;
  // Without a price, so that the node does not ask whether the account could pay: a relayer may.
  const call = { from: session.account, to, data, gasPrice: "0x0" };
  const estimate = BigInt((await session.ask("eth_estimateGas", [call])) as string);
  return {
    blockNumber: Number(block.number),
    timestamp: Number(block.timestamp),
    gas: toGas(estimate),
  };
}

/** A quarter more than the estimate, within what relayers accept. */
function toGas(estimate: bigint): bigint {
  const generous = estimate + estimate / 4n;
  if (generous <= SUGGESTED_GAS.other) return SUGGESTED_GAS.other;
  return generous <= DEFAULT_MAX_REQUEST_GAS || estimate > DEFAULT_MAX_REQUEST_GAS
    ? generous
    : DEFAULT_MAX_REQUEST_GAS;
}

type Question =
  | { functionName: "isRegulator"; args: [`0x${string}`] }
  | { functionName: "isTrustedForwarder"; args: [`0x${string}`] }
  | { functionName: "owner"; args: [] };

/** Asks the contract, by the wallet's own node. */
export async function readRegistry(
  session: Pick<WalletSession, "ask">,
  { registry, question }: { registry: `0x${string}`; question: Question },
): Promise<unknown> {
  const data = encodeFunctionData({ abi: registryAbi, ...question } as Parameters<
    typeof encodeFunctionData
  >[0]);
  const answer = (await session.ask("eth_call", [{ to: registry, data }, "latest"])) as `0x${string}`;
  return decodeFunctionResult({ abi: registryAbi, functionName: question.functionName, data: answer });
}
