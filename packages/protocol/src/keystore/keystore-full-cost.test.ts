// Seconds of work, as every real keystore asks for. What can be tested at a small cost is in
// keystore.test.ts.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { generatePrivateKey } from "viem/accounts";
import { parseKeystore } from "./keystore-file.ts";
import { openKeystore } from "./open-keystore.ts";
import { sealKeystore } from "./seal-keystore.ts";
import vectors from "./testing/definition-vectors.json" with { type: "json" };
import { ox } from "./testing/ox-keystore.ts";

const open = async (text: string, password: string) =>
  openKeystore({ keystore: parseKeystore(text), password });
const password = "a password of some length";

describe("a keystore at full cost", () => {
  for (const [name, { json, password, privateKey }] of Object.entries(vectors)) {
    it(`opens as others wrote it: ${name}`, async () => {
      assert.equal(await open(JSON.stringify(json), password), privateKey);
    });
  }

  it("is written and read alike by another implementation", async () => {
    const privateKey = generatePrivateKey();
    const ours = JSON.parse(await sealKeystore({ privateKey, password, n: 1024 }));
    assert.equal(ox.decrypt(ours, ox.toKey(ours, { password })), privateKey);
    for (const [key, options] of [
      ox.scrypt({ password, n: 1024, r: 8, p: 2 }),
      ox.scrypt({ password, n: 2 ** 16, r: 1, p: 2 }),
      ox.scrypt({ password, n: 2 ** 15, r: 1, p: 1 }),
      ox.pbkdf2({ password, iterations: 1000 }),
    ]) {
      const theirs = ox.encrypt(privateKey, key, options);
      assert.equal(await open(JSON.stringify(theirs), password), privateKey, JSON.stringify(theirs.crypto));
    }
  });

  it("costs what geth's cost unless told otherwise", async () => {
    const text = await sealKeystore({ privateKey: generatePrivateKey(), password });
    const { dklen, n, r, p } = JSON.parse(text).crypto.kdfparams;
    assert.deepEqual({ dklen, n, r, p }, { dklen: 32, n: 262_144, r: 8, p: 1 });
  });
});
