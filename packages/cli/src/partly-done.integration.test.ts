import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { createAgentRegistry } from "@agent-registry/sdk";
import { type Fault, startRelayer } from "@agent-registry/sdk/testing";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Address, bytesToHex, type Hash, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { readError, runHere } from "./testing/run-cli.ts";

let chain: LocalChain;
let registryAddress: Address;
let relayer: Awaited<ReturnType<typeof startRelayer>>;
const cwd = mkdtempSync(path.join(tmpdir(), "half-done-"));
const rules = path.join(cwd, "rules.md");

before(async () => {
  chain = await startChain();
  const deployment = await deployLocally(chain);
  ({ registryAddress } = deployment);
  relayer = await startRelayer({ chain, deployment });
  writeFileSync(rules, "Be kind.\n");
});
after(async () => {
  await relayer.stop();
  await chain.stop();
  rmSync(cwd, { recursive: true, force: true });
});

/** A registered agent, and the command line with its key or another one. */
async function registerAgent({ rpcUrl = chain.rpcUrl, key }: { rpcUrl?: string; key?: Hex } = {}) {
  const privateKey = generatePrivateKey();
  const { relayerUrl } = relayer;
  const account = privateKeyToAccount(privateKey);
  const { agentId, transactionHash } = await createAgentRegistry({
    registryAddress,
    rpcUrl: chain.rpcUrl,
    relayerUrl,
    account,
  }).register({ haftungsperson: devAccounts.haftungsperson.address, operationalScope: "Interrupted" });
  const env = toEnv({ rpcUrl, key: key ?? privateKey });
  const run = ([name = "", ...args]: string[]) => runHere([name, String(agentId), ...args], { cwd, env });
  return { run, transactionHash };
}

function toEnv({ rpcUrl = chain.rpcUrl, key }: { rpcUrl?: string; key: Hex }) {
  return {
    REGISTRY_CHAIN: rpcUrl,
    REGISTRY_ADDRESS: registryAddress,
    RELAYER_URL: relayer.relayerUrl,
    AGENT_PRIVATE_KEY: key,
  };
}

type ToFault = (earlier: { transactionHash: Hash }) => Fault;

/** Files both; the second write fails. */
async function updateBoth({ toFault, flags = [] }: { toFault: ToFault; flags?: string[] }) {
  const { run, transactionHash } = await registerAgent();
  relayer.faults.push({ kind: "none" }, toFault({ transactionHash }));
  return run(["update", "--constitution", rules, "--capability", "search", ...flags]);
}

const toRefusal: ToFault = () => ({
  kind: "answer",
  status: 429,
  error: "Signer rate limit exceeded (10/hour)",
});

test("update tells that the constitution was filed if the capabilities were refused", async () => {
  const { code, stdout, stderr } = await updateBoth({ toFault: toRefusal });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^(?:Sent to the relayer .*\n){2}Error: The capabilities were not filed: .*rate limit.* The new constitution was filed before, in transaction 0x[0-9a-f]{64}\.\n$/,
  );
});

test("update tells that the constitution was filed if the capabilities may still be", async () => {
  const { stderr } = await updateBoth({
    toFault: ({ transactionHash }) => ({ kind: "name-another", transactionHash }),
  });
  assert.match(
    stderr,
    /^(?:Sent to the relayer .*\n){2}Error: It is not known whether the capabilities were filed: .*may still be mined.* The new constitution was filed before, in transaction 0x/,
  );
});

test("update --json tells both in one object", async () => {
  const { stderr } = await updateBoth({ toFault: toRefusal, flags: ["--json"] });
  const { reason, done } = readError(stderr);
  assert.equal(reason, "signer-rate-limit");
  assert.deepEqual(Object.keys(done), ["constitution"]);
  const hash = done.constitution.transactionHash;
  assert.equal((await chain.reader.getTransactionReceipt({ hash })).status, "success");
});

/** Registers with the Haftungsperson's key beside; its agreement fails. */
async function registerBoth({ toFault, flags = [] }: { toFault: ToFault; flags?: string[] }) {
  const { transactionHash } = await registerAgent();
  const keyFile = path.join(mkdtempSync(path.join(cwd, "keys-")), "haftungsperson.key");
  writeFileSync(keyFile, generatePrivateKey(), { mode: 0o600 });
  relayer.faults.push({ kind: "none" }, toFault({ transactionHash }));
  const entry = ["register", "--haftungsperson-key-file", keyFile, "--scope", "Half agreed"];
  return runHere([...entry, ...flags], { cwd, env: toEnv({ key: generatePrivateKey() }) });
}

test("register tells of the agent even if the Haftungsperson's agreement was refused", async () => {
  const { code, stdout, stderr } = await registerBoth({ toFault: toRefusal });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^(?:Sent to the relayer .*\n){2}Error: Agent (\d+) was registered in transaction 0x[0-9a-f]{64}, but the Haftungsperson's agreement was not filed: .*rate limit.*`npx agent-registry confirm \1`, with the Haftungsperson's key\.\n$/,
  );
});

test("register tells of the agent even if the Haftungsperson's agreement may still be filed", async () => {
  const { stderr } = await registerBoth({
    toFault: ({ transactionHash }) => ({ kind: "name-another", transactionHash }),
  });
  assert.match(
    stderr,
    /was registered .*, but it is not known whether the Haftungsperson's agreement was filed: /,
  );
});

test("register --json tells both in one object", async () => {
  const { stderr } = await registerBoth({ toFault: toRefusal, flags: ["--json"] });
  const { reason, done } = readError(stderr);
  assert.equal(reason, "signer-rate-limit");
  const { agentId, transactionHash: hash } = done.registration;
  assert.ok(agentId > 0);
  assert.equal((await chain.reader.getTransactionReceipt({ hash })).status, "success");
});

for (const flags of [[], ["--json"]]) {
  test(`${["confirm", ...flags].join(" ")} tells of the write even if the register can no longer be asked`, async (test) => {
    const rpc = await startFaultyRpc({ target: chain.rpcUrl });
    test.after(() => rpc.stop());
    let isMined = false;
    rpc.setHook(({ method }) => {
      if (isMined) return { status: 503 };
      if (method !== "eth_getTransactionReceipt") return "pass";
      return (receipt) => {
        isMined = receipt !== null;
        return receipt;
      };
    });
    const key = bytesToHex(devAccounts.haftungsperson.getHdKey().privateKey ?? new Uint8Array());
    const { run } = await registerAgent({ rpcUrl: rpc.rpcUrl, key });
    const { code, stdout } = await run(["confirm", "--yes", ...flags]);
    assert.equal(code, 0);
    assert.match(stdout, /0x[0-9a-f]{64}/);
    assert.match(stdout, /RPC node did not answer/);
  });
}
