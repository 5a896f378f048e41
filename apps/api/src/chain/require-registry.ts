import { registryAbi } from "@agent-registry/protocol";
import { encodeFunctionData, getAddress } from "viem";
import type { ChainReader } from "./chain-reader.ts";
import { RpcError } from "./rpc-error.ts";

const TOTAL_AGENTS = encodeFunctionData({ abi: registryAbi, functionName: "totalAgents" });
const ONE_WORD = /^0x[0-9a-f]{64}$/i;
/** How nodes put it that the code at an address has no such function. */
const REVERTED = /revert|invalid opcode|out of gas|stack underflow/i;

/**
 * Refuses an address at which another contract is, or none: its events would mean nothing to the index, and without any
 * it would pass for an empty register.
 */
export async function requireRegistry(reader: ChainReader, registryAddress: string): Promise<void> {
  if (!(await reader.hasCode("latest"))) {
    throw new RpcError("unavailable", "The chain has no contract at the registry's address");
  }
  if (await isRegistry(reader)) return;
  const chainId = await reader.getChainId();
  const message = `REGISTRY_ADDRESS ${getAddress(registryAddress)} is no Registry on chain ${chainId}`;
  throw new RpcError("unavailable", message);
}

async function isRegistry(reader: ChainReader): Promise<boolean> {
  try {
    return ONE_WORD.test(String(await reader.call(TOTAL_AGENTS)));
  } catch (error) {
    if (!(error instanceof RpcError) || error.kind !== "refused") throw error;
    // A node that refuses to run calls at all says nothing about the contract.
    return !REVERTED.test(error.said ?? "");
  }
}
