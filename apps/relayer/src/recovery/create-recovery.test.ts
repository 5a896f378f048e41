import assert from "node:assert/strict";
import { it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { keccak256, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createRecovery } from "./create-recovery.ts";

it("recovers the same signers for a few and for a crowd, and nobody from junk", async () => {
  const recovery = createRecovery({ logger: createLogger({ name: "test", level: "silent" }) });
  const account = privateKeyToAccount(generatePrivateKey());
  const sign = async (text: string) => {
    const digest = keccak256(toHex(text));
    return { digest, signature: await account.sign({ hash: digest }) };
  };
  assert.equal(await recovery.recover(await sign("alone")), account.address);
  // The first crowd calls for the workers, a later one is served by them.
  for (const round of [1, 2, 3]) {
    const crowd = await Promise.all(Array.from({ length: 30 }, (_, i) => sign(`${round}:${i}`)));
    const signers = await Promise.all(crowd.map(recovery.recover));
    assert.ok(signers.every((signer) => signer === account.address));
    const junk = { digest: keccak256("0x"), signature: `0x${"ff".repeat(65)}` as const };
    assert.equal(await recovery.recover(junk), null);
  }
  await recovery.stop();
});
