import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { installPacked } from "@agent-registry/sdk/testing";
import { findPackagingProblems } from "@agent-registry/sdk/testing/packaging";
import { deployLocally, devAccounts, startChain } from "@agent-registry/testkit";

/** An empty project outside the workspace, with the packed package installed. */
const project = mkdtempSync(path.join(tmpdir(), "cli-consumer-"));

before(() => installPacked({ name: "cli", project }));
after(() => rmSync(project, { recursive: true, force: true }));

test("the package is packed as tools of today expect it", async () => {
  const installed = path.join(project, "node_modules", "@agent-registry", "cli");
  assert.deepEqual(await findPackagingProblems({ installed }), []);
});

test("the packed command line runs from node_modules, where Node runs no TypeScript", async () => {
  const chain = await startChain();
  try {
    const { registryAddress } = await deployLocally(chain);
    const env = {
      PATH: process.env.PATH,
      HOME: project,
      REGISTRY_CHAIN: chain.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
    };
    const wallet = devAccounts.stranger.address;
    const result = spawnSync(path.join(project, "node_modules", ".bin", "agent-registry"), ["kya", wallet], {
      cwd: project,
      env,
      encoding: "utf8",
    });
    assert.equal(result.stderr, "");
    assert.match(result.stdout, /^NOT registered/);
    assert.equal(result.status, 3);
  } finally {
    await chain.stop();
  }
});

test("the packed command line names commands as they are run without the repository", () => {
  const bin = path.join(project, "node_modules", ".bin", "agent-registry");
  const env = { PATH: process.env.PATH, HOME: project };
  const { stderr, status } = spawnSync(bin, ["attest", "7"], { cwd: project, env, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /Make one with `npx -y @agent-registry\/cli keygen`/);
});
