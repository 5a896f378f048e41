import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { toHex } from "viem";
import { eventually } from "./testing/eventually.ts";
import {
  createTestClock,
  newSigner,
  signedRegistration,
  startTestRelayer,
  type TestDeployment,
  type TestRelayer,
  toBody,
} from "./testing/test-relayer.ts";

const HOUR_MS = 60 * 60_000;

describe("a wallet that was replaced with a request in flight", () => {
  let chain: LocalChain;
  let deployment: TestDeployment;
  let dataDir: string;
  before(async () => {
    chain = await startChain();
    deployment = await deployLocally(chain);
  });
  after(() => chain.stop());
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-relayer-"));
  });
  afterEach(async () => {
    await chain.test.setAutomine(true);
    await rm(dataDir, { recursive: true });
  });

  const timing = { pollMs: 50 };

  /** Sends with the old key, and is stopped before anything is mined. */
  async function sendAndLeave() {
    await chain.test.setAutomine(false);
    const env = { RELAY_TIMEOUT_SECONDS: "1" };
    const old = await startTestRelayer({ chain, deployment, dataDir, timing, env });
    const signer = newSigner();
    const signed = await signedRegistration({ signer, deployment });
    assert.equal((await old.post(toBody(signed))).status, 500);
    const { transactionHash } = (await old.get(`/relay/${signed.digest}`)).body;
    await old.stop();
    return { signer, digest: signed.digest, transactionHash };
  }

  /** An hour later, on the same books. */
  async function startWithNewKey(): Promise<TestRelayer> {
    const clock = createTestClock();
    clock.advance(HOUR_MS);
    const env = { RELAYER_KEY: toHex(devAccounts.stranger.getHdKey().privateKey ?? new Uint8Array()) };
    return await startTestRelayer({ chain, deployment, dataDir, timing, env, clock });
  }

  it("is answered for by the next one where it was mined", async () => {
    const { digest } = await sendAndLeave();
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    const next = await startWithNewKey();
    await eventually(async () => (await next.get(`/relay/${digest}`)).body.state === "mined");
    const [paid] = await next.db.selectFrom("relay_transaction").select("cost_wei").execute();
    assert.ok(BigInt(paid?.cost_wei ?? 0) > 0n, "its cost is booked");
    await next.stop();
  });

  it("holds nobody's nonce where it never will be", async () => {
    const { signer, digest, transactionHash } = await sendAndLeave();
    await chain.test.dropTransaction({ hash: transactionHash as `0x${string}` });
    await chain.test.setAutomine(true);
    const next = await startWithNewKey();
    await eventually(async () => (await next.get(`/relay/${digest}`)).body.state === "refused");
    const agentWallet = newSigner().address;
    const again = await next.post(toBody(await signedRegistration({ signer, deployment, agentWallet })));
    assert.equal(again.status, 200, JSON.stringify(again.body));
    await next.stop();
  });
});
