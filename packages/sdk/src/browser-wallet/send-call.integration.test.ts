import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashForwardRequest, registryAbi, toForwarderDomain } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Address, encodeFunctionData, hashTypedData } from "viem";
import {
  findFailure,
  type RegistryCall,
  sendByRelayer,
  sendDirectly,
  toWalletTypedData,
} from "./send-call.ts";
import { createWalletSession } from "./wallet-session.ts";

const { stranger, owner } = devAccounts;

describe("sending a call by a wallet", () => {
  let chain: LocalChain;
  let call: RegistryCall;
  before(async () => {
    chain = await startChain();
    const { registryAddress } = await deployLocally(chain);
    const data = encodeFunctionData({
      abi: registryAbi,
      functionName: "addRegulator",
      args: [stranger.address],
    });
    call = { to: registryAddress, data };
  });
  after(() => chain.stop());

  /** A wallet that passes everything to the chain's node, which holds the keys of the development accounts. */
  function createSession({
    account = owner.address,
    acts,
    signal = new AbortController().signal,
  }: {
    account?: Address;
    acts?: Address;
    signal?: AbortSignal;
  } = {}) {
    const asked: string[] = [];
    const provider = {
      async request({ method, params }: { method: string; params?: unknown }) {
        asked.push(method);
        if (method === "eth_accounts") return [acts ?? account];
        return await chain.reader.request({ method, params } as never);
      },
    };
    const session = createWalletSession({ provider, account, chainId: chain.chainId, signal });
    return { session, asked, onStage: () => {} };
  }

  it("what the contract refuses is told with its reason, and never reaches the person", async () => {
    const { session, asked, onStage } = createSession({ account: stranger.address });
    await assert.rejects(sendDirectly({ session, call, onStage }), {
      kind: "reverted",
      message: "Only owner",
    });
    assert.ok(!asked.includes("eth_sendTransaction"));
  });

  it("a wallet that acts for another account than the one that was shown is not asked to sign", async () => {
    const { session, asked, onStage } = createSession({ acts: stranger.address });
    await assert.rejects(sendDirectly({ session, call, onStage }), { kind: "changed" });
    assert.ok(!asked.includes("eth_sendTransaction"));
  });

  it("nothing is asked, and no answer counts, once it is stopped", async () => {
    const controller = new AbortController();
    const { session, asked } = createSession({ signal: controller.signal });
    const waiting = session.ask("eth_chainId");
    controller.abort();
    await assert.rejects(waiting, { kind: "stopped" });
    await assert.rejects(session.askToSign("eth_sendTransaction", []), { kind: "stopped" });
    assert.ok(!asked.includes("eth_sendTransaction"));
  });

  it("a relayer that names a forwarder which the contract does not trust gets no signature", async () => {
    const { session, asked, onStage } = createSession();
    const domain = { chainId: String(chain.chainId), verifyingContract: stranger.address };
    const relayerUrl = `data:application/json,${encodeURIComponent(JSON.stringify(domain))}#`;
    await assert.rejects(sendByRelayer({ session, call, relayerUrl, onStage }), { kind: "unfit" });
    assert.ok(!asked.includes("eth_signTypedData_v4"));
  });

  it("a transaction that failed says why", async () => {
    const { session } = createSession({ account: stranger.address });
    // A node that mines at once refuses a transaction that fails. Here it is in a block before its failure is
    // known.
    await chain.test.setAutomine(false);
    const transactionHash = await chain.wallet(stranger).sendTransaction({ ...call, gas: 100_000n });
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    const failure = await findFailure(session, { call, transactionHash });
    assert.equal(failure?.message, "Only owner");
  });

  it("a transaction that succeeds is no failure", async () => {
    const { session, onStage } = createSession();
    const { transactionHash, sinceBlock } = await sendDirectly({ session, call, onStage });
    assert.ok(transactionHash !== null && sinceBlock > 0);
    await chain.reader.waitForTransactionReceipt({ hash: transactionHash });
    assert.equal(await findFailure(session, { call, transactionHash }), null);
  });

  it("what a wallet is given to sign is what the forwarder checks", () => {
    const request = {
      from: owner.address,
      to: call.to,
      value: 0n,
      gas: 200_000n,
      nonce: 2n ** 60n,
      deadline: 1_900_000_000,
      data: call.data,
    };
    const signed = JSON.parse(toWalletTypedData({ chainId: 7, forwarder: stranger.address, request }));
    const domain = toForwarderDomain({ chainId: 7, forwarderAddress: stranger.address });
    assert.equal(hashTypedData(signed), hashForwardRequest({ domain, request }));
  });
});
