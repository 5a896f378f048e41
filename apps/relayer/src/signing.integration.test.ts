import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { sealKeystore } from "@agent-registry/protocol/keystore";
import { devAccounts, findFreePort, waitUntil } from "@agent-registry/testkit";
import { type Address, hexToNumber, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { startTestChain, type TestRelayer, toBody, toEnv } from "./testing/test-relayer.ts";
import { HANGS, startTestSigner } from "./testing/test-signer.ts";

const { chain, deployment, startRelayer, createDataDir, register } = await startTestChain();
const port = await findFreePort();
const key = generatePrivateKey();
const wallet = privateKeyToAccount(key).address;
const PASSWORD = "hunter2 and so on";
let signer = await startTestSigner({ key, port });
after(() => signer.stop());
await fund(wallet);

const toSigner = (url = signer.url) => ({
  RELAYER_KEY: "",
  RELAYER_SIGNER_URL: url,
  RELAYER_ADDRESS: wallet,
});
const countSent = () => chain.reader.getTransactionCount({ address: wallet });

async function readFailures({ app }: TestRelayer): Promise<Record<string, number>> {
  const text = await (await app.request("/metrics")).text();
  const found = text.matchAll(/^agent_registry_relay_signer_failures_total\{reason="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, reason, count]) => [reason, Number(count)]));
}

describe("a relayer whose key is elsewhere", () => {
  beforeEach(() => signer.misbehave(undefined));

  it("has its transactions signed there, and is the wallet that it names", async () => {
    const relayer = await startRelayer({ env: toSigner() });
    assert.equal((await relayer.get("/status")).body.relayer, wallet);
    const { status, body } = await relayer.post(toBody(await register()));
    assert.equal(status, 200);
    const { from } = await chain.reader.getTransaction({ hash: body.transactionHash as `0x${string}` });
    assert.equal(from.toLowerCase(), wallet.toLowerCase());
    assert.deepEqual(await readFailures(relayer), {});
  });

  it("keeps requests while the signer is down, says so, and sends each once when it is back", async () => {
    const relayer = await startRelayer({ env: toSigner() });
    const before = await countSent();
    await signer.stop();
    const signed = await Promise.all([register(), register(), register()]);
    const answers = signed.map((request) => relayer.post(toBody(request)));
    await waitUntil(async () => ((await readFailures(relayer)).unreachable ?? 0) >= 2);
    const ready = await relayer.get("/ready");
    assert.deepEqual([ready.status, ready.body.reason], [503, "The signer cannot be reached"]);
    assert.equal(await countSent(), before);

    signer = await startTestSigner({ key, port });
    const hashes = new Set<string>();
    for (const answer of answers) {
      const { status, body } = await answer;
      assert.equal(status, 200);
      hashes.add(body.transactionHash);
    }
    assert.equal(await countSent(), before + hashes.size, "a nonce was burned, or something was sent twice");
    await waitUntil(async () => (await relayer.get("/ready")).status === 200);
  });

  it("sends nothing that the signer made of a request, and goes on with the same nonce", async () => {
    const relayer = await startRelayer({ env: toSigner() });
    const before = await countSent();
    const kept: string[] = [];
    signer.misbehave(async ({ method, params }) => {
      if (method !== "eth_signTransaction") return { result: [wallet] };
      const result = await signer.sign(params[0], { nonce: before + 1, maxFeePerGas: 10n ** 15n });
      kept.push(result);
      return { result };
    });
    const answer = relayer.post(toBody(await register()));
    await waitUntil(() => kept.length >= 2);
    assert.equal(await countSent(), before);
    const ready = await relayer.get("/ready");
    assert.deepEqual(
      [ready.status, ready.body.reason],
      [503, "The signer answered with another transaction"],
    );
    signer.misbehave(undefined);
    assert.equal((await answer).status, 200);
    assert.equal(await countSent(), before + 1);
    const { nonce } = signer.calls.at(-1)?.params[0] ?? {};
    assert.equal(hexToNumber(nonce ?? "0x"), before);
    assert.ok(((await readFailures(relayer)).invalid ?? 0) >= 2);
  });

  it("bids no more for what is stuck while the signer refuses, but sends it again as it is", async () => {
    const timing = { pollMs: 20, retryMs: 50, resendMs: 50, replaceMs: 100 };
    const relayer = await startRelayer({ env: toSigner(), timing });
    let asked = 0;
    signer.misbehave(({ method }) => {
      if (method === "eth_accounts") return undefined;
      asked += 1;
      return asked === 1 ? undefined : { error: { code: -32_000, message: "Request denied" } };
    });
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = relayer.post(toBody(signed));
    await waitUntil(async () => ((await readFailures(relayer)).refused ?? 0) >= 2);
    const { transactionHash } = (await relayer.get(`/relay/${signed.digest}`)).body;
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    const { status, body } = await answer;
    assert.deepEqual([status, body.transactionHash], [200, transactionHash]);
  });

  it("is killed while the signer is silent, carries the request on once, and logs no password", async () => {
    const { host } = new URL(signer.url);
    const url = `http://operator:s3cret-word@${host}/token-of-the-signer`;
    const dataDir = await createDataDir();
    const relayerPort = String(await findFreePort());
    const killed = startMain({
      ...toEnv({ chain, deployment, dataDir, env: toSigner(url) }),
      RELAYER_PORT: relayerPort,
      RPC_TIMEOUT_SECONDS: "60",
    });
    await killed.waitFor(/"msg":"connected to the chain"/);
    const before = await countSent();
    const denial = { error: { code: -32_000, message: `Request denied, see ${url}` } };
    signer.misbehave(({ method }) => (method === "eth_accounts" ? undefined : denial));
    const signed = await register();
    const lost = fetch(`http://127.0.0.1:${relayerPort}/relay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(toBody(signed)),
    }).catch(() => undefined);
    const said = await killed.waitFor(/"details":"Request denied.*"msg":"The signer refused"/);
    assert.doesNotMatch(said, /s3cret-word|token-of-the-signer|operator/);
    const asked = signer.calls.length;
    signer.misbehave(() => HANGS);
    await waitUntil(() => signer.calls.length > asked);
    await killed.kill();
    await lost;

    signer.misbehave(undefined);
    const relayer = await startRelayer({ dataDir, env: toSigner(url) });
    await waitUntil(async () => (await relayer.get(`/relay/${signed.digest}`)).body.state === "mined");
    assert.equal(await countSent(), before + 1);
  });
});

describe("a relayer with an encrypted key", () => {
  it("opens its keystore, and ends at the start with a sentence if it cannot", async () => {
    const folder = await createDataDir();
    const file = path.join(folder, "relayer.json");
    const passwordFile = path.join(folder, "password");
    const wrongFile = path.join(folder, "wrong");
    const keystore = await sealKeystore({ privateKey: key, password: PASSWORD, n: 1_024 });
    await writeFile(file, keystore, { mode: 0o600 });
    await writeFile(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
    await writeFile(wrongFile, "hunter3", { mode: 0o600 });
    const settings = {
      RELAYER_KEY: "",
      RELAYER_KEYSTORE: file,
      RELAYER_KEYSTORE_PASSWORD_FILE: passwordFile,
    };
    const relayer = await startRelayer({ env: settings });
    assert.equal((await relayer.get("/status")).body.relayer, wallet);
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
    assert.equal((await relayer.get("/ready")).status, 200);

    const refused = (env: Record<string, string>, message: RegExp) =>
      assert.rejects(startRelayer({ env: { ...settings, ...env } }), { name: "ConfigError", message });
    await refused(
      { RELAYER_KEYSTORE_PASSWORD_FILE: wrongFile },
      /RELAYER_KEYSTORE: names a file that cannot be opened with this password$/,
    );
    await refused(
      { RELAYER_KEYSTORE: passwordFile },
      /RELAYER_KEYSTORE: names a file that is not a keystore/,
    );
    await refused(
      { RELAYER_KEYSTORE: path.join(folder, "none") },
      /RELAYER_KEYSTORE: .* cannot be read \(ENOENT\)$/,
    );
    await chmod(passwordFile, 0o644);
    await refused({}, /RELAYER_KEYSTORE_PASSWORD_FILE: names a file that other users can open/);
  });
});

async function fund(to: Address): Promise<void> {
  const hash = await chain.wallet(devAccounts.stranger).sendTransaction({ to, value: parseEther("10") });
  await chain.reader.waitForTransactionReceipt({ hash });
}

/** The relayer as a process, with all that it says. */
function startMain(env: Record<string, string>) {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  return {
    async waitFor(pattern: RegExp): Promise<string> {
      await waitUntil(() => pattern.test(said) || child.exitCode !== null);
      assert.match(said, pattern);
      return said;
    },
    async kill(): Promise<void> {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
