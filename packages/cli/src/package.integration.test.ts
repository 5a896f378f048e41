import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deployLocally, devAccounts, startChain } from "@agent-registry/testkit";
import { buildCli } from "../scripts/build-cli.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const project = mkdtempSync(path.join(tmpdir(), "cli-consumer-"));
const modules = path.join(project, "node_modules");
const program = path.join(modules, "@agent-registry", "cli", "agent-registry.js");

before(async () => {
  const outDir = path.join(project, "build");
  await buildCli({ outDir });
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json"], { cwd: outDir, encoding: "utf8" }),
  );
  mkdirSync(path.dirname(program), { recursive: true });
  execFileSync("tar", [
    "-xzf",
    path.join(outDir, filename),
    "-C",
    path.dirname(program),
    "--strip-components=1",
  ]);
  rmSync(outDir, { recursive: true });
  // What an install would fetch, linked instead, so that no network is needed.
  for (const name of ["viem", "zod", "@modelcontextprotocol"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  }
  symlinkSync(path.dirname(fileURLToPath(import.meta.resolve("commander"))), path.join(modules, "commander"));
});
after(() => rmSync(project, { recursive: true, force: true }));

test("the packed command line runs below node_modules, where Node takes no TypeScript", async () => {
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
    const result = spawnSync(process.execPath, [program, "kya", wallet], {
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
