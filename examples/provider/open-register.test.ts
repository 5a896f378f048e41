import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { openRegister } from "./open-register.ts";

const root = mkdtempSync(path.join(tmpdir(), "example-"));
const registryAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const privateKey = generatePrivateKey();
const { address } = privateKeyToAccount(privateKey);

before(() => {
  // The user's own key, which the example must not use.
  process.env.AGENT_PRIVATE_KEY = generatePrivateKey();
  process.env.REGISTRY_CHAIN = "http://127.0.0.1:1";
  process.env.REGISTRY_ADDRESS = registryAddress;
});
beforeEach(() => process.chdir(mkdtempSync(path.join(root, "case-"))));
after(() => {
  process.chdir(tmpdir());
  rmSync(root, { recursive: true, force: true });
});

test("the example acts in the name of its own key in a register that the environment names", () => {
  const { client } = openRegister(privateKey);
  assert.equal(client.registryAddress, registryAddress);
  assert.equal(client.account?.address, address);
});

test("the example acts in the name of its own key in the local register", () => {
  mkdirSync(".local");
  const stack = {
    chainId: 1,
    rpcUrl: "http://127.0.0.1:1",
    registryAddress,
    relayerUrl: "http://127.0.0.1:2",
  };
  writeFileSync(".local/stack.json", JSON.stringify(stack));
  const { client } = openRegister(privateKey);
  assert.equal(client.relayerUrl, stack.relayerUrl);
  assert.equal(client.account?.address, address);
});

test("the example only reads if it has no key", () => {
  assert.equal(openRegister().client.account, undefined);
});
