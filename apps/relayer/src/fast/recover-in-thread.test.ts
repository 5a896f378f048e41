import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { createLogger } from "@agent-registry/service";
import { type Hex, keccak256, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSignerRecovery } from "./recover-in-thread.ts";

const logger = createLogger({ name: "test", level: "silent" });
const account = privateKeyToAccount(generatePrivateKey());
const signer = account.address.toLowerCase();
/** What no signature leads to: only a test's own thread answers so. */
const FROM_THREAD = "0xfrom-thread";

async function sign(number: number): Promise<{ digest: Hex; signature: Hex }> {
  const digest = keccak256(toHex(number));
  return { digest, signature: await account.sign({ hash: digest }) };
}

/** A thread that answers its first question, and does something else when it is asked again. */
function startFaulty(t: TestContext, { fault, patienceMs }: { fault: string; patienceMs?: number }) {
  const program = `
    import { parentPort } from "node:worker_threads";
    let asked = 0;
    parentPort.on("message", (signed) => {
      if (signed === null) return parentPort.close();
      asked += 1;
      if (asked === 1) parentPort.postMessage("${FROM_THREAD}");
      else { ${fault} }
    });
    parentPort.postMessage("ready");`;
  const recovery = createSignerRecovery({
    logger,
    program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    restartMs: 0,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  t.after(() => recovery.stop());
  return recovery;
}

describe("signers that a thread recovers", () => {
  it("are those that the main thread recovers, before the thread is there, by it, and after it was stopped", async (t) => {
    const { recover, stop } = createSignerRecovery({ logger });
    t.after(() => stop());
    for (let round = 0; round < 20; round += 1) {
      const signed = await Promise.all(Array.from({ length: 10 }, (_, i) => sign(round * 10 + i)));
      const junk = { ...(await sign(round)), signature: "0x1234" as const };
      const signers = await Promise.all([...signed, junk].map(recover));
      assert.deepEqual(signers, [...signed.map(() => signer), null]);
    }
    await stop();
    assert.equal(await recover(await sign(1)), signer);
  });

  it("leave no thread behind that is stopped while it starts: it first loads what it needs, and then ends", async (t) => {
    const seen: unknown[] = [];
    const watch = (thread: Worker) =>
      thread.on("message", (message) => seen.push(message)).on("exit", () => seen.push("exit"));
    process.on("worker", watch);
    t.after(() => process.off("worker", watch));
    const { recover, stop } = createSignerRecovery({ logger });
    assert.equal(await recover(await sign(1)), signer);
    await stop();
    assert.deepEqual(seen, ["ready", "exit"]);
  });

  const faults: [title: string, fault: string][] = [
    ["ends", "process.exit();"],
    ["throws", 'throw new Error("broken");'],
    ["never answers", ""],
  ];
  for (const [title, fault] of faults) {
    it(`are recovered all the same if it ${title}, and then by a new thread`, async (t) => {
      const { recover } = startFaulty(t, { fault, ...(fault === "" && { patienceMs: 1 }) });
      for (let threads = 0; threads < 2; threads += 1) {
        const signed = await sign(threads);
        while ((await recover(signed)) !== FROM_THREAD) await nextTurn();
        const signers = await Promise.all([recover(signed), recover(await sign(7))]);
        assert.deepEqual(signers, [signer, signer]);
      }
    });
  }
});
