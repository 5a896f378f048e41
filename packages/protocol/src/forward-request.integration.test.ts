import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  signedRequest,
  startChain,
} from "@agent-registry/testkit";
import { minimalForwarderAbi } from "./abi/minimal-forwarder-abi.ts";

let chain: LocalChain;
before(async () => {
  chain = await startChain();
});
after(() => chain.stop());

it("a signed request is verified by the contract, and a changed one is not", async () => {
  const deployment = await deployLocally(chain);
  const { request, signature } = await signedRequest({ signer: devAccounts.agent, deployment });
  const isValid = (args: readonly [typeof request, typeof signature]) =>
    chain.reader.readContract({
      address: deployment.forwarderAddress,
      abi: minimalForwarderAbi,
      functionName: "verify",
      args,
    });
  assert.equal(await isValid([request, signature]), true);
  assert.equal(await isValid([{ ...request, gas: request.gas + 1n }, signature]), false);
});
