import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, type TestContext, test } from "node:test";
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

function folderWith(stackFile: string): string {
  const folder = mkdtempSync(path.join(root, "case-"));
  mkdirSync(path.join(folder, "deep", "down"), { recursive: true });
  mkdirSync(path.join(folder, ".local"));
  writeFileSync(path.join(folder, ".local", "stack.json"), stackFile);
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
  const cwd = folderWith(JSON.stringify({ ...stack, rpcUrl: "http://[::1]:1, http://localhost:2" }));
  assert.equal(resolveSettings({ flags: {}, env: {}, cwd }).rpcUrl, "http://[::1]:1");
});

test("naming another register ignores the whole stack, whose services answer for their own", () => {
  const env = { REGISTRY_ADDRESS: stack.forwarderAddress, RPC_URL: "http://node:1, http://node:2" };
  const settings = resolveSettings({ flags: {}, env, cwd: local });
  assert.equal(settings.registryAddress, stack.forwarderAddress);
  assert.deepEqual(
    [settings.apiUrl, settings.relayerUrl, settings.rpcUrl],
    [undefined, undefined, "http://node:1"],
  );
});

test("a register that is named without its chain is not looked for on a public one", () => {
  for (const cwd of [local, root])
    assert.throws(() => resolveSettings({ flags: { registry: stack.forwarderAddress }, env: {}, cwd }), {
      reason: "missing-configuration",
      message: /^--registry \(REGISTRY_ADDRESS\) names a register, but not its chain: give --rpc-url/,
    });
});

test("errors about the local register, or about none, advise to start it", () => {
  const { advice } = resolveSettings({ flags: { api: "http://elsewhere:1" }, env: {}, cwd: local });
  assert.deepEqual(advice?.reasons, ["chain-unreachable", "relayer-unreachable"]);
  assert.match(advice?.sentence ?? "", /npm start/);
  assert.deepEqual(resolveSettings({ flags: {}, env: {}, cwd: root }).advice?.reasons, [
    "missing-configuration",
  ]);
  assert.equal(resolveSettings({ flags: { rpcUrl: "base" }, env: {}, cwd: root }).advice, undefined);
});

test("it is said which stack is used", () => {
  const { notes } = resolveSettings({ flags: {}, env: {}, cwd: local });
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? "", /^Register: the local one of .*\.local\/stack\.json$/);
});

const planted: Record<string, { plant: (file: string, test: TestContext) => void; note: RegExp }> = {
  "that belongs to another user": {
    plant: (_file, test) => test.mock.method(process as { getuid(): number }, "getuid", () => 4_711),
    note: /it belongs to another user/,
  },
  "that others can write": {
    plant: (file) => chmodSync(file, 0o666),
    note: /other users can write it/,
  },
  "in a folder that others can write": {
    plant: (file) => chmodSync(path.dirname(file), 0o777),
    note: /other users can write it/,
  },
  "below a folder that others can write": {
    plant: (file) => chmodSync(path.dirname(path.dirname(file)), 0o777),
    note: /other users can replace its folder/,
  },
  "that is a link": {
    plant(file) {
      renameSync(file, `${file}.elsewhere`);
      symlinkSync(`${file}.elsewhere`, file);
    },
    note: /it is a link/,
  },
  "that leads to another machine": {
    plant: (file) => writeFileSync(file, JSON.stringify({ ...stack, apiUrl: "http://register.example" })),
    note: /register\.example is not on this machine/,
  },
};

for (const [name, { plant, note }] of Object.entries(planted)) {
  test(`a stack file ${name} is not used, which is said`, (t) => {
    const cwd = folderWith(JSON.stringify(stack));
    plant(path.join(cwd, "..", "..", ".local", "stack.json"), t);
    const { registryAddress, apiUrl, notes } = resolveSettings({ flags: {}, env: {}, cwd });
    assert.deepEqual({ registryAddress, apiUrl }, { registryAddress: undefined, apiUrl: undefined });
    assert.match(notes.join("\n"), note);
  });
}

test("a folder such as /tmp, where nobody can replace what is another's, may hold a stack", () => {
  const cwd = folderWith(JSON.stringify(stack));
  chmodSync(path.join(cwd, "..", ".."), 0o1777);
  assert.equal(resolveSettings({ flags: {}, env: {}, cwd }).apiUrl, stack.apiUrl);
});

test("a damaged stack file is an error that says how to mend it", () => {
  const cwd = folderWith('{"chainId":');
  assert.throws(() => resolveSettings({ flags: {}, env: {}, cwd }), { message: /is damaged: .*npm start/ });
});
