import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { deployLocally, type LocalChain, startChain } from "@agent-registry/testkit";
import {
  newSigner,
  signedRegistration,
  startTestRelayer,
  type TestDeployment,
  toBody,
} from "./testing/test-relayer.ts";

describe("a relayer whose contracts do not belong together", () => {
  let chain: LocalChain;
  let [ours, other]: TestDeployment[] = [];
  before(async () => {
    chain = await startChain();
    [ours, other] = [await deployLocally(chain), await deployLocally(chain)];
  });
  after(() => chain.stop());

  async function expectRefusal(deployment: TestDeployment, reason: string): Promise<void> {
    const relayer = await startTestRelayer({ chain, deployment });
    const body = toBody(await signedRegistration({ signer: newSigner(), deployment }));
    assert.deepEqual(await relayer.post(body), { status: 500, body: { error: reason } });
    assert.deepEqual(await relayer.get("/ready"), { status: 503, body: { ready: false, reason } });
    await relayer.stop();
  }

  it("says that the Registry trusts another forwarder, and relays nothing", async () => {
    assert.ok(ours !== undefined && other !== undefined);
    await expectRefusal(
      { ...ours, forwarderAddress: other.forwarderAddress },
      `The Registry trusts the forwarder ${ours.forwarderAddress}, not FORWARDER_ADDRESS ${other.forwarderAddress}`,
    );
  });

  it("says that there is no Registry where the addresses are swapped", async () => {
    assert.ok(ours !== undefined);
    const { registryAddress, forwarderAddress } = ours;
    await expectRefusal(
      { ...ours, registryAddress: forwarderAddress, forwarderAddress: registryAddress },
      `REGISTRY_ADDRESS ${forwarderAddress} is no Registry on chain ${ours.chainId}`,
    );
  });
});
