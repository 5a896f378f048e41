import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { installTarball } from "@agent-registry/sdk/testing";
import { findPackagingProblems } from "@agent-registry/sdk/testing/packaging";
import { deployLocally, devAccounts, startChain } from "@agent-registry/testkit";
import { buildCli } from "../scripts/build-cli.ts";

/** An empty project outside the workspace, with the packed package installed. */
const project = mkdtempSync(path.join(tmpdir(), "cli-consumer-"));

before(async () => {
  const built = path.join(project, "build");
  await buildCli({ outDir: built });
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const foreign = Object.entries<string>(manifest.dependencies).filter(
    ([name]) => !name.startsWith("@agent-registry/"),
  );
  installTarball({ built, project, pinned: Object.fromEntries(foreign) });
  rmSync(built, { recursive: true });
});
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
