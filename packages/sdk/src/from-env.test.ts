import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { sealKeystore } from "@agent-registry/protocol/keystore";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fromEnv, type RegistryEnv, toOptions } from "./from-env.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const privateKey = `0x${"11".repeat(32)}`;

test("every variable sets its option", () => {
  const { client } = fromEnv({
    REGISTRY_CHAIN: "http://127.0.0.1:8545",
    REGISTRY_ADDRESS: address.toLowerCase(),
    FORWARDER_ADDRESS: address,
    RELAYER_URL: "http://127.0.0.1:3001/",
    REGISTRY_API_URL: "http://127.0.0.1:3000",
    AGENT_PRIVATE_KEY: privateKey.slice(2),
  });
  assert.equal(client.registryAddress, address);
  assert.equal(client.forwarderAddress, address);
  assert.equal(client.relayerUrl, "http://127.0.0.1:3001");
  assert.equal(client.apiUrl, "http://127.0.0.1:3000");
  assert.equal(client.account?.address, "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A");
  assert.equal(client.chainId, undefined);
});

test("several nodes are separated by commas, and how old a block may be is a number", () => {
  const { rpcUrl, chainId } = toOptions({ REGISTRY_CHAIN: "https://one.example, https://two.example" });
  assert.deepEqual([rpcUrl, chainId], [["https://one.example", "https://two.example"], undefined]);
  assert.equal(fromEnv({ MAX_BLOCK_AGE_SECONDS: "120" }).client.maxBlockAgeSeconds, 120);
  assert.throws(() => fromEnv({ REGISTRY_CHAIN: "https://one.example,mars" }), { reason: "invalid-input" });
  assert.throws(() => fromEnv({ MAX_BLOCK_AGE_SECONDS: "2m" }), { message: /no whole number of seconds/ });
});

test("a chain can be named, and the test network is the default", () => {
  assert.equal(toOptions({}).chainId, 84532);
  assert.equal(toOptions({ REGISTRY_CHAIN: "" }).rpcUrl, "https://sepolia.base.org");
  assert.equal(toOptions({ REGISTRY_CHAIN: "base" }).chainId, 8453);
  assert.equal(toOptions({ REGISTRY_CHAIN: "local" }).rpcUrl, "http://127.0.0.1:8545");
});

test("an error names the wrong variable and never shows a key", () => {
  assert.throws(() => fromEnv({ REGISTRY_CHAIN: "mars" }), {
    reason: "invalid-input",
    message: /base-sepolia, base, local/,
  });
  assert.throws(() => fromEnv({ REGISTRY_ADDRESS: "0x12" }), {
    message: /registryAddress is not a valid address/,
  });
  assert.throws(() => fromEnv({ RELAYER_URL: "localhost:3001" }), { message: /relayerUrl is not an http/ });
  for (const key of ["0xdeadbeef", `0x${"00".repeat(32)}`]) {
    assert.throws(
      () => fromEnv({ AGENT_PRIVATE_KEY: key }),
      (error: Error) => /AGENT_PRIVATE_KEY/.test(error.message) && !error.message.includes(key),
    );
  }
});

test("the key may lie in a file that its owner alone can read, in hex or encrypted", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "from-env-"));
  const write = (name: string, text: string, mode = 0o600) => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode });
    return file;
  };
  const open = (env: RegistryEnv) => fromEnv(env).client.account;
  try {
    const { address } = privateKeyToAccount(privateKey as Hex);
    const AGENT_KEY_FILE = write("agent.key", `${privateKey}\n`);
    assert.equal(open({ AGENT_KEY_FILE })?.address, address);
    assert.notEqual(open({ AGENT_KEY_FILE, AGENT_PRIVATE_KEY: "22".repeat(32) })?.address, address);

    const keystore = sealKeystore({ privateKey: privateKey as Hex, password: "correct horse", n: 16 });
    const sealed = { AGENT_KEY_FILE: write("sealed.key", keystore) };
    const AGENT_KEY_PASSWORD_FILE = write("password", "correct horse\n");
    assert.equal(open({ ...sealed, AGENT_KEY_PASSWORD_FILE })?.address, address);
    const fails = (env: RegistryEnv, message: RegExp) =>
      assert.throws(() => open(env), { name: "RegistryError", reason: "missing-key", message });
    fails(sealed, /sealed\.key is encrypted: .* AGENT_KEY_PASSWORD_FILE\.$/);
    fails(
      { ...sealed, AGENT_KEY_PASSWORD_FILE: write("other", "wrong horse") },
      /cannot be opened with this password/,
    );
    fails({ AGENT_KEY_FILE: write("open.key", privateKey, 0o644) }, /can be read by others: run `chmod 600/);
    fails({ AGENT_KEY_FILE: path.join(folder, "none") }, /^There is no key file/);
    assert.throws(() => open({ AGENT_KEY_FILE: write("short.key", "0xdead") }), {
      message: /short\.key does not hold a private key/,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
