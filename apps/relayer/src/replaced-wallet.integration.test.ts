import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { toHex } from "viem";
import {
  createTestClock,
  newSigner,
  startTestChain,
  type TestRelayer,
  toBody,
} from "./testing/test-relayer.ts";

const HOUR_MS = 60 * 60_000;
const timing = { pollMs: 50 };
const { chain, startRelayer, createDataDir, register } = await startTestChain();

describe("a request that was in flight when the wallet was replaced", () => {
  afterEach(() => chain.test.setAutomine(true));

  /** Sends with the old key, and is stopped before anything is mined. */
  async function sendAndLeave() {
    await chain.test.setAutomine(false);
    const dataDir = await createDataDir();
    const old = await startRelayer({ dataDir, timing, env: { RELAY_TIMEOUT_SECONDS: "1" } });
    const signer = newSigner();
    const signed = await register({ signer });
    assert.equal((await old.post(toBody(signed))).status, 500);
    const { transactionHash } = (await old.get(`/relay/${signed.digest}`)).body;
    await old.stop();
    return { dataDir, signer, digest: signed.digest, transactionHash };
  }

  /** An hour later, on the same ledger. */
  async function startWithNewKey(dataDir: string): Promise<TestRelayer> {
    const clock = createTestClock();
    clock.advance(HOUR_MS);
    const env = { RELAYER_KEY: toHex(devAccounts.stranger.getHdKey().privateKey ?? new Uint8Array()) };
    return await startRelayer({ dataDir, timing, env, clock });
  }

  it("the next wallet settles a request of a replaced wallet if it was mined", async () => {
    const { dataDir, digest } = await sendAndLeave();
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    const next = await startWithNewKey(dataDir);
    await waitUntil(async () => (await next.get(`/relay/${digest}`)).body.state === "mined");
    const [paid] = await next.db.selectFrom("relay_transaction").select("cost_wei").execute();
    assert.ok(BigInt(paid?.cost_wei ?? 0) > 0n, "its cost is booked");
    await next.stop();
  });

  it("a request of a replaced wallet that is never mined is refused, and its signer's nonce is free again", async () => {
    const { dataDir, signer, digest, transactionHash } = await sendAndLeave();
    await chain.test.dropTransaction({ hash: transactionHash as `0x${string}` });
    await chain.test.setAutomine(true);
    const next = await startWithNewKey(dataDir);
    await waitUntil(async () => (await next.get(`/relay/${digest}`)).body.state === "refused");
    const agentWallet = newSigner().address;
    const again = await next.post(toBody(await register({ signer, agentWallet })));
    assert.equal(again.status, 200, JSON.stringify(again.body));
    await next.stop();
  });
});
