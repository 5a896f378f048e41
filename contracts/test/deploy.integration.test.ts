import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { devAccounts, findFreePort, type LocalChain, startChain } from "@agent-registry/testkit";
import { toHex } from "viem";

const DEPLOY = fileURLToPath(new URL("../scripts/deploy.ts", import.meta.url));
const OWNER_KEY = toHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());

describe("npm run deploy", () => {
  let chain: LocalChain;
  let folder: string;
  before(async () => {
    chain = await startChain({ chainId: 31_337 });
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-deploy-"));
  });
  after(async () => {
    await chain.stop();
    await rm(folder, { recursive: true });
  });

  function deploy({ env, args = [] }: { env: Record<string, string>; args?: string[] }) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
      execFile(process.execPath, [DEPLOY, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  it("deploys to any chain, writes the file, and prints the variables", async () => {
    const { code, stdout, stderr } = await deploy({
      env: { RPC_URL: chain.rpcUrl, DEPLOYER_KEY: OWNER_KEY },
    });
    assert.equal(code, 0, stderr);
    const written = JSON.parse(await readFile(path.join(folder, "deployments/31337.json"), "utf8"));
    assert.equal(written.owner, devAccounts.owner.address);
    assert.ok(stdout.includes(`REGISTRY_ADDRESS=${written.registryAddress}`));
    assert.ok(stdout.includes(`FORWARDER_ADDRESS=${written.forwarderAddress}`));
    assert.ok(stdout.includes(`START_BLOCK=${written.deploymentBlock}`));
    assert.ok(!stdout.includes(OWNER_KEY.slice(2)), "the key must not be shown");
    const code1 = await chain.reader.getCode({ address: written.registryAddress });
    assert.ok((code1?.length ?? 0) > 2);
  });

  it("refuses to overwrite the record of a deployment, unless --force is given", async () => {
    const env = { RPC_URL: chain.rpcUrl, DEPLOYER_KEY: OWNER_KEY };
    const before = await readFile(path.join(folder, "deployments/31337.json"), "utf8");
    const refused = await deploy({ env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /--force/);
    assert.equal(await readFile(path.join(folder, "deployments/31337.json"), "utf8"), before);

    const forced = await deploy({ env, args: ["--force"] });
    assert.equal(forced.code, 0, forced.stderr);
    assert.notEqual(await readFile(path.join(folder, "deployments/31337.json"), "utf8"), before);
  });

  it("deploys again, and keeps the record, if the chain was started anew and has no code there", async () => {
    const file = path.join(folder, "deployments/31337.json");
    const recorded = await readFile(file, "utf8");
    const { registryAddress } = JSON.parse(recorded);
    const anew = await startChain({ chainId: 31_337 });
    try {
      const env = { RPC_URL: anew.rpcUrl, DEPLOYER_KEY: OWNER_KEY };
      const { code, stdout, stderr } = await deploy({ env });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /is not on this chain, which was started anew/);
      assert.notEqual(await readFile(file, "utf8"), recorded);
      const kept = path.join(folder, `deployments/31337.${registryAddress}.json`);
      assert.equal(await readFile(kept, "utf8"), recorded);
    } finally {
      await anew.stop();
    }
  });

  it("names the node that does not answer, without its key", async () => {
    const closed = `http://127.0.0.1:${await findFreePort()}`;
    const env = { RPC_URL: `${closed}/v2/a1b2c3d4e5f6a7b8c9d0`, DEPLOYER_KEY: OWNER_KEY };
    const { code, stderr } = await deploy({ env });
    assert.deepEqual(
      [code, stderr],
      [1, `The node at ${closed}/v2/*** (RPC_URL) does not answer: HTTP request failed.\n`],
    );
  });

  it("says which variables are missing", async () => {
    const { code, stderr } = await deploy({ env: {} });
    assert.equal(code, 1);
    assert.match(stderr, /RPC_URL/);
    assert.match(stderr, /DEPLOYER_KEY/);
    assert.doesNotMatch(stderr, /at .*\.ts/, "no stack trace");
  });

  it("says that an account without ether cannot pay", async () => {
    const { code, stderr } = await deploy({
      env: { RPC_URL: chain.rpcUrl, DEPLOYER_KEY: `0x${"11".repeat(32)}` },
      args: ["--force"],
    });
    assert.equal(code, 1);
    assert.match(stderr, /no ether/);
  });
});
