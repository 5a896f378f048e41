import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { resolveSettings } from "./resolve-settings.ts";

const root = mkdtempSync(path.join(tmpdir(), "settings-"));
after(() => rmSync(root, { recursive: true, force: true }));

const stack = {
  chainId: 84532,
  rpcUrl: "http://127.0.0.1:8545",
  registryAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  forwarderAddress: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  apiUrl: "http://127.0.0.1:3000",
  relayerUrl: "http://127.0.0.1:3001",
  dashboardUrl: "http://127.0.0.1:3002",
};

function folderWith(stackFile: string | undefined): string {
  const folder = mkdtempSync(path.join(root, "case-"));
  mkdirSync(path.join(folder, "deep", "down"), { recursive: true });
  if (stackFile !== undefined) {
    mkdirSync(path.join(folder, ".local"));
    writeFileSync(path.join(folder, ".local", "stack.json"), stackFile);
  }
  return path.join(folder, "deep", "down");
}

const local = folderWith(JSON.stringify(stack));

test("the local stack is found from a folder below", () => {
  const { registryAddress, relayerUrl, apiUrl, rpcUrl, chainId } = resolveSettings({
    flags: {},
    env: {},
    cwd: local,
  });
  assert.deepEqual(
    { registryAddress, relayerUrl, apiUrl, rpcUrl, chainId },
    {
      registryAddress: stack.registryAddress,
      relayerUrl: stack.relayerUrl,
      apiUrl: stack.apiUrl,
      rpcUrl: stack.rpcUrl,
      chainId: 84532,
    },
  );
});

test("a flag beats the environment, which beats the stack", () => {
  const env = { RELAYER_URL: "http://env:1", REGISTRY_API_URL: "http://env:2" };
  const settings = resolveSettings({ flags: { relayer: "http://flag:1" }, env, cwd: local });
  assert.equal(settings.relayerUrl, "http://flag:1");
  assert.equal(settings.apiUrl, "http://env:2");
  assert.equal(settings.registryAddress, stack.registryAddress);
});

test("--direct ignores every relayer", () => {
  const env = { RELAYER_URL: "http://env:1" };
  assert.equal(resolveSettings({ flags: { direct: true }, env, cwd: local }).relayerUrl, undefined);
});

test("naming another chain ignores the whole stack, whose addresses mean nothing there", () => {
  const settings = resolveSettings({ flags: {}, env: { REGISTRY_CHAIN: "base-sepolia" }, cwd: local });
  assert.equal(settings.registryAddress, undefined);
  assert.equal(settings.relayerUrl, undefined);
  assert.equal(settings.rpcUrl, "https://sepolia.base.org");
});

test("naming the stack's own chain keeps the stack", () => {
  const settings = resolveSettings({ flags: { rpcUrl: "local" }, env: {}, cwd: local });
  assert.equal(settings.registryAddress, stack.registryAddress);
});

test("of several RPC nodes the first is used", () => {
  const cwd = folderWith(JSON.stringify({ ...stack, rpcUrl: "http://one:1, http://two:2" }));
  assert.equal(resolveSettings({ flags: {}, env: {}, cwd }).rpcUrl, "http://one:1");
});

test("a damaged stack file is an error that says how to mend it", () => {
  const cwd = folderWith('{"chainId":');
  assert.throws(() => resolveSettings({ flags: {}, env: {}, cwd }), { message: /is damaged: .*npm start/ });
});
