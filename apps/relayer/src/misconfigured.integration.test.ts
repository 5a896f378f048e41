import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deployLocally } from "@agent-registry/testkit";
import { startTestChain, type TestDeployment, toBody } from "./testing/test-relayer.ts";

const { chain, deployment: ours, startRelayer, register } = await startTestChain();
const other = await deployLocally(chain);

describe("a relayer whose contracts do not belong together", () => {
  async function expectRefusal(deployment: TestDeployment, reason: string): Promise<void> {
    const relayer = await startRelayer({ deployment });
    const body = toBody(await register({ deployment }));
    assert.deepEqual(await relayer.post(body), { status: 500, body: { error: reason } });
    assert.deepEqual(await relayer.get("/ready"), { status: 503, body: { ready: false, reason } });
  }

  it("a relayer whose Registry trusts another forwarder says so, and relays nothing", async () => {
    await expectRefusal(
      { ...ours, forwarderAddress: other.forwarderAddress },
      `The Registry trusts the forwarder ${ours.forwarderAddress}, not FORWARDER_ADDRESS ${other.forwarderAddress}`,
    );
  });

  it("a relayer whose addresses are swapped says that there is no Registry", async () => {
    const { registryAddress, forwarderAddress } = ours;
    await expectRefusal(
      { ...ours, registryAddress: forwarderAddress, forwarderAddress: registryAddress },
      `REGISTRY_ADDRESS ${forwarderAddress} is no Registry on chain ${ours.chainId}`,
    );
  });
});
