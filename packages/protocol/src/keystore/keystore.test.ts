import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { isKeystore, parseKeystore } from "./keystore-file.ts";
import { openKeystore } from "./open-keystore.ts";
import { sealKeystore } from "./seal-keystore.ts";
import { ox } from "./testing/ox-keystore.ts";
import vectors from "./testing/vectors.json" with { type: "json" };

const open = async (text: string, password: string) =>
  openKeystore({ keystore: parseKeystore(text), password });
const password = "a password of some length";

/** A file of ours as an object, to be changed. */
async function seal(privateKey: Hex = generatePrivateKey()) {
  return JSON.parse(await sealKeystore({ privateKey, password, n: 16 }));
}

describe("a keystore", () => {
  for (const [name, { json, password, privateKey }] of Object.entries(vectors)) {
    it(`opens as others wrote it: ${name}`, async () => {
      assert.equal(await open(JSON.stringify(json), password), privateKey);
    });
  }

  it("opens with Crypto in capitals, 0x before hex, its version as text and an address, as some write it", async () => {
    const privateKey = generatePrivateKey();
    const { crypto, address, ...rest } = await seal(privateKey);
    const mac = `0x${crypto.mac.toUpperCase()}`;
    const file = { ...rest, version: "3", address: `0x${address}`, Crypto: { ...crypto, mac } };
    assert.equal(await open(JSON.stringify(file), password), privateKey);
  });

  it("is written with the address that it is for, and never twice alike", async () => {
    const privateKey = generatePrivateKey();
    const [one, other] = [await seal(privateKey), await seal(privateKey)];
    assert.equal(`0x${one.address}`, privateKeyToAddress(privateKey).toLowerCase());
    assert.match(one.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(one.version, 3);
    for (const part of ["ciphertext", "mac"]) assert.notEqual(one.crypto[part], other.crypto[part]);
    assert.notEqual(one.crypto.cipherparams.iv, other.crypto.cipherparams.iv);
    assert.notEqual(one.crypto.kdfparams.salt, other.crypto.kdfparams.salt);
    assert.ok(!JSON.stringify(one).includes(privateKey.slice(2)));
  });

  it("does not open with another password, or if its key was changed", async () => {
    const file = await seal();
    await assert.rejects(open(JSON.stringify(file), `${password} `), {
      name: "KeystoreError",
      message: "cannot be opened with this password",
    });
    const { ciphertext } = file.crypto;
    const altered = `${ciphertext.slice(0, -1)}${ciphertext.endsWith("0") ? "1" : "0"}`;
    file.crypto.ciphertext = altered;
    await assert.rejects(open(JSON.stringify(file), password), /cannot be opened with this password/);
  });

  it("opens with the same characters in another form of Unicode, as ethers takes them", async () => {
    const privateKey = generatePrivateKey();
    const text = await sealKeystore({ privateKey, password: "pâté ﬁne".normalize("NFKC"), n: 16 });
    assert.equal(await open(text, "pâté ﬁne".normalize("NFD")), privateKey);
  });

  it("is refused if it names another address than its key's", async () => {
    const file = { ...(await seal()), address: "70997970c51812dc3a010c7d01b50e0d17dc79c8" };
    await assert.rejects(open(JSON.stringify(file), password), /names another address: it was altered/);
  });

  it("is refused if what it holds is no private key", async () => {
    const [key, options] = ox.scrypt({ password, n: 16, r: 8, p: 1 });
    const file = ox.encrypt(`0x${"00".repeat(32)}`, key, options);
    await assert.rejects(
      open(JSON.stringify(file), password),
      /holds 32 bytes that are no valid private key/,
    );
  });

  it("is told from a plain key by how it begins", () => {
    assert.ok(isKeystore('\n {"version":3}'));
    assert.ok(!isKeystore(`${generatePrivateKey()}\n`));
  });
});

describe("the cost that a keystore names", () => {
  const scryptWith = async (changes: object) => {
    const file = await seal();
    Object.assign(file.crypto.kdfparams, changes);
    return () => parseKeystore(JSON.stringify(file));
  };

  it("may be twice the usual memory and four times the usual work", async () => {
    for (const cost of [
      { n: 2 ** 19, r: 8, p: 2 },
      { n: 2 ** 18, r: 8, p: 4 },
      { n: 2, r: 64, p: 64 },
    ]) {
      assert.doesNotThrow(await scryptWith(cost), JSON.stringify(cost));
    }
  });

  it("is refused beyond, before anything is computed", async () => {
    for (const cost of [
      { n: 2 ** 20, r: 8, p: 1 },
      { n: 2 ** 19, r: 8, p: 3 },
      { n: 2 ** 40, r: 1, p: 1 },
      { n: 2, r: 65, p: 1 },
      { n: 2, r: 1, p: 65 },
      { n: 1000 },
      { n: 1 },
      { n: 0 },
      { n: 1.5 },
      { r: 0 },
      { p: 0 },
      { dklen: 16 },
      { salt: "00".repeat(257) },
    ]) {
      const message = /^is not a keystore that can be opened: crypto\.kdfparams/;
      assert.throws(await scryptWith(cost), { name: "KeystoreError", message }, JSON.stringify(cost));
    }
    assert.throws(await scryptWith({ n: 2 ** 20 }), /would take too much memory or time$/);
    assert.throws(await scryptWith({ n: 1000 }), /kdfparams\.n: must be a power of two$/);
  });

  it("is bounded for pbkdf2, too", () => {
    const { json } = vectors["pbkdf2 with few rounds"];
    const withRounds = (c: number) => () =>
      parseKeystore(
        JSON.stringify({ ...json, crypto: { ...json.crypto, kdfparams: { ...json.crypto.kdfparams, c } } }),
      );
    assert.doesNotThrow(withRounds(10_000_000));
    assert.throws(withRounds(10_000_001), /kdfparams\.c/);
    assert.throws(withRounds(0), /kdfparams\.c/);
  });
});

describe("what is no keystore", () => {
  const cases: Record<
    string,
    [change: (file: Awaited<ReturnType<typeof seal>>) => unknown, message: RegExp]
  > = {
    "another version": [(file) => ({ ...file, version: 1 }), /version/],
    "another cipher": [
      ({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, cipher: "aes-256-ctr" } }),
      /cipher/,
    ],
    "another way to the key": [
      ({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, kdf: "argon2" } }),
      /kdf/,
    ],
    "a short iv": [
      ({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, cipherparams: { iv: "00" } } }),
      /iv: must be 16 bytes of hex/,
    ],
    "a long key": [
      ({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, ciphertext: "00".repeat(33) } }),
      /ciphertext: must be 1 to 32 bytes of hex/,
    ],
    "no key": [({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, ciphertext: "" } }), /ciphertext/],
    "a short mac": [({ crypto, ...file }) => ({ ...file, crypto: { ...crypto, mac: "00" } }), /mac/],
    "a short address": [(file) => ({ ...file, address: "00" }), /address/],
    "something else": [() => ({ version: 1 }), /opened: version: .*; crypto: /],
    nothing: [() => null, /it is damaged$/],
  };
  for (const [name, [change, message]] of Object.entries(cases)) {
    it(`is refused: ${name}`, async () => {
      const text = JSON.stringify(change(await seal()));
      assert.throws(() => parseKeystore(text), { name: "KeystoreError", message });
    });
  }

  it("is refused if it is damaged, or too large", () => {
    assert.throws(() => parseKeystore('{"version":3'), /it is damaged/);
    const longest = JSON.stringify(vectors["pbkdf2 with few rounds"].json).padEnd(64 * 1024);
    assert.doesNotThrow(() => parseKeystore(longest));
    assert.throws(() => parseKeystore(`${longest} `), /is too large to be a keystore/);
  });
});
