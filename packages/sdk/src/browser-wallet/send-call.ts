import {
  type ForwardRequest,
  forwardRequestTypes,
  toForwarderDomain,
  toTypedData,
} from "@agent-registry/protocol/forward-request";
import { SUGGESTED_GAS } from "@agent-registry/protocol/limits";
import { registryViewsAbi } from "@agent-registry/protocol/registry-views-abi";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { toDeadline, toRequestGas } from "../send/request-rules.ts";
import { createRelayer, type Relayer, RelayerProblem } from "./relayer.ts";
import { WalletProblem } from "./wallet-problem.ts";
import type { WalletSession } from "./wallet-session.ts";

export type SendingStage = "wallet" | "sending";

/** What was sent: the filing is in a block after `sinceBlock`. The relayer's transaction need not be believed. */
export type SentByWallet = { sinceBlock: number; transactionHash: `0x${string}` | null };

type Sending = {
  session: WalletSession;
  call: RegistryCall;
  onStage(stage: SendingStage): void;
};

/** A request that got lost must not be carried out much later. */
const LIFETIME_SECONDS = 10 * 60;

/** Has the account sign the call, and a relayer send it and pay. */
export async function sendByRelayer({
  session,
  call,
  relayerUrl,
  onStage,
}: Sending & { relayerUrl: string }): Promise<SentByWallet> {
  const relayer = createRelayer({ url: relayerUrl, signal: session.signal });
  const { blockNumber, timestamp, gas } = await prepareCall(session, call);
  const forwarder = await getTrustedForwarder({ session, relayer, registry: call.to });
  const request: ForwardRequest = {
    from: session.account,
    to: call.to,
    value: 0n,
    gas,
    nonce: await relayer.getNonce(session.account),
    deadline: toDeadline(timestamp, LIFETIME_SECONDS),
    data: call.data,
  };
  onStage("wallet");
  const typedData = toWalletTypedData({ chainId: session.chainId, forwarder, request });
  const signature = await session.askToSign("eth_signTypedData_v4", [session.account, typedData]);
  onStage("sending");
  await relayer.relay({ request, signature });
  return { sinceBlock: blockNumber, transactionHash: null };
}

/** Has the account send the call itself; the account pays. */
export async function sendDirectly({ session, call, onStage }: Sending): Promise<SentByWallet> {
  const { blockNumber } = await prepareCall(session, call);
  onStage("wallet");
  const transaction = { from: session.account, to: call.to, data: call.data };
  const transactionHash = await session.askToSign("eth_sendTransaction", [transaction]);
  return { sinceBlock: blockNumber, transactionHash };
}

/** Why a transaction failed; null if it has not, or is not mined yet. */
export async function findFailure(
  session: WalletSession,
  { call, transactionHash }: { call: RegistryCall; transactionHash: string },
): Promise<WalletProblem | null> {
  const receipt = await session.ask("eth_getTransactionReceipt", [transactionHash]).catch(() => null);
  if ((receipt as { status?: unknown } | null)?.status !== "0x0") return null;
  const again = { from: session.account, to: call.to, data: call.data };
  try {
    await session.ask("eth_call", [again, "latest"]);
  } catch (error) {
    if (error instanceof WalletProblem && error.kind === "reverted") return error;
  }
  return new WalletProblem("reverted", "the contract gave no reason");
}

/**
 * A relayer that names another chain or forwarder would get signatures that are valid there in the account's name, so
 * the contract itself is asked.
 */
async function getTrustedForwarder({
  session,
  relayer,
  registry,
}: {
  session: WalletSession;
  relayer: Relayer;
  registry: `0x${string}`;
}): Promise<`0x${string}`> {
  const { chainId, forwarder } = await relayer.getDomain();
  const question = { functionName: "isTrustedForwarder" as const, args: [forwarder] as [`0x${string}`] };
  if (chainId === session.chainId && (await readRegistry(session, { registry, question })) === true)
    return forwarder;
  throw new RelayerProblem("unfit", "The register’s contract does not trust this relayer’s forwarder");
}

/** As `eth_signTypedData_v4` takes it: with the domain's type, and numbers as texts. */
export function toWalletTypedData({
  chainId,
  forwarder,
  request,
}: {
  chainId: number;
  forwarder: `0x${string}`;
  request: ForwardRequest;
}): string {
  const domain = toForwarderDomain({ chainId, forwarderAddress: forwarder });
  const types = { EIP712Domain: DOMAIN_TYPE, ...forwardRequestTypes };
  return JSON.stringify({ ...toTypedData({ domain, request }), types }, (_key, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

const DOMAIN_TYPE = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

export type RegistryCall = { to: `0x${string}`; data: `0x${string}` };

/** The newest block of the wallet's node, and the gas for a call that the contract would accept. */
type Prepared = { blockNumber: number; timestamp: number; gas: bigint };

/** Simulates the call, so that the contract's refusal is known before anything is signed. */
async function prepareCall(session: WalletSession, { to, data }: RegistryCall): Promise<Prepared> {
  const block = (await session.ask("eth_getBlockByNumber", ["latest", false])) as Record<string, string>;
  // Without a price, so that the node does not ask whether the account could pay: a relayer may.
  const call = { from: session.account, to, data, gasPrice: "0x0" };
  const estimate = BigInt((await session.ask("eth_estimateGas", [call])) as string);
  return {
    blockNumber: Number(block.number),
    timestamp: Number(block.timestamp),
    gas: toRequestGas(estimate, SUGGESTED_GAS.other),
  };
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
  const data = encodeFunctionData({ abi: registryViewsAbi, ...question } as Parameters<
    typeof encodeFunctionData
  >[0]);
  const answer = (await session.ask("eth_call", [{ to: registry, data }, "latest"])) as `0x${string}`;
  return decodeFunctionResult({ abi: registryViewsAbi, functionName: question.functionName, data: answer });
}
