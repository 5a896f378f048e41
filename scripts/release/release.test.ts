import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { buildCli, bundleCli } from "@agent-registry/cli/build";
import { parse } from "yaml";
import {
  findChangelogSection,
  findReleaseProblems,
  toMcpServer,
  toRepositoryFields,
  writeAlias,
  writeSbom,
} from "./release.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

type Step = { uses?: string; run?: string };
type Job = { needs?: string; permissions?: Record<string, string>; steps: Step[] };
type Workflow = {
  on: { push?: { tags?: string[] } };
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
};

describe("the changelog", () => {
  const changelog = read("CHANGELOG.md");

  it("gives the notes of a version, and those alone", () => {
    const first = findChangelogSection({ changelog, version: "0.1.0" });
    assert.match(first ?? "", /^The first version: `Registry` and `MinimalForwarder`/);
    const next = findChangelogSection({ changelog, version: "Unreleased" });
    assert.match(next ?? "", /^### Added\n/);
    assert.equal(next?.includes("The first version:"), false);
  });

  it("gives none for a version that it does not have, nor for an empty section", () => {
    assert.equal(findChangelogSection({ changelog, version: "0.1" }), undefined);
    assert.equal(
      findChangelogSection({ changelog: "## 1.0.0\n\n## 0.9.0\nOld\n", version: "1.0.0" }),
      undefined,
    );
  });
});

describe("a release", () => {
  const fit = {
    tag: "v1.2.3",
    versions: { sdk: "1.2.3", cli: "1.2.3" },
    changelog: "## Unreleased\n\n## 1.2.3 (2026-11-17)\n\n- Better.\n",
    repositoryUrl: "https://code.example/registry/agent-registry",
  };

  it("needs a tag, packages and a section of the changelog with one version", () => {
    assert.deepEqual(findReleaseProblems(fit), []);
    assert.deepEqual(findReleaseProblems({ ...fit, tag: "v1.2" }), [
      "The tag v1.2 is no version such as v1.2.3.",
    ]);
    assert.deepEqual(
      findReleaseProblems({ ...fit, tag: "v1.3.0", versions: { ...fit.versions, cli: "1.3.0" } }),
      ["sdk has version 1.2.3, not 1.3.0.", 'CHANGELOG.md has no section "## 1.3.0".'],
    );
  });

  it("needs to know where the packages come from, and has them say so", () => {
    for (const repositoryUrl of [
      "",
      "code.example/registry",
      "https://code.example",
      "https://code.example/a/",
    ])
      assert.equal(findReleaseProblems({ ...fit, repositoryUrl }).length, 1, repositoryUrl);
    assert.deepEqual(toRepositoryFields({ url: fit.repositoryUrl, directory: "packages/sdk" }), {
      homepage: "https://code.example/registry/agent-registry#readme",
      bugs: { url: "https://code.example/registry/agent-registry/issues" },
      repository: {
        type: "git",
        url: "git+https://code.example/registry/agent-registry.git",
        directory: "packages/sdk",
      },
    });
  });

  it("has an entry for registries of MCP servers, of its version and below the place that it comes from", () => {
    const server = JSON.parse(read("packages/cli/server.json"));
    const { name, version } = JSON.parse(read("packages/cli/package.json"));
    const [program, ...others] = server.packages;
    assert.deepEqual([program.identifier, program.version, server.version], [name, version, version]);
    assert.deepEqual(others, []);
    // What the schema that it names asks for.
    assert.ok(server.title.length <= 100 && server.description.length <= 100);
    const released = toMcpServer({ server, url: fit.repositoryUrl });
    assert.deepEqual(released.repository, {
      url: fit.repositoryUrl,
      source: "code.example",
      subfolder: "packages/cli",
    });
    assert.equal(released.name, "example.code/agent-registry");
    const onGitHub = toMcpServer({ server, url: "https://github.com/register/agent-registry" });
    assert.deepEqual(
      [onGitHub.name, onGitHub.repository.source],
      ["io.github.register/agent-registry", "github"],
    );
    for (const { name: variable } of program.environmentVariables)
      assert.ok(read("packages/cli/README.md").includes(`\`${variable}\``), variable);
  });

  it("has the command line by its short name, too, which runs the very same program", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "alias-"));
    try {
      const cli = path.join(folder, "node_modules/@agent-registry/cli");
      await buildCli({ outDir: cli });
      // With its packages inside: here none is installed beside it.
      await bundleCli({ outFile: path.join(cli, "agent-registry.js"), external: [] });
      const manifest = JSON.parse(readFileSync(path.join(cli, "package.json"), "utf8"));
      const outDir = path.join(folder, "node_modules/agent-registry");
      const fields = toRepositoryFields({ url: fit.repositoryUrl, directory: "packages/cli" });
      writeAlias({ root: ROOT, outDir, manifest, fields });
      const alias = JSON.parse(readFileSync(path.join(outDir, "package.json"), "utf8"));
      assert.deepEqual(alias.dependencies, { [manifest.name]: alias.version });
      assert.deepEqual([alias.version, alias.repository], [manifest.version, fields.repository]);
      const program = path.join(outDir, alias.bin["agent-registry"]);
      const shown = execFileSync(process.execPath, [program, "--version"], { encoding: "utf8" });
      assert.equal(shown, `${manifest.version}\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("has a bill of materials that tells what is run from what only develops it, and names no host of a package registry", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "sbom-"));
    try {
      const file = path.join(folder, "sbom.cdx.json");
      writeSbom({ root: ROOT, file });
      const text = readFileSync(file, "utf8");
      const { bomFormat, components } = JSON.parse(text) as {
        bomFormat: string;
        components: { name: string; properties: { name: string }[]; hashes?: unknown[] }[];
      };
      assert.equal(bomFormat, "CycloneDX");
      const isRun = (wanted: string) =>
        components.some(({ name, properties }) => name === wanted && properties.length === 0);
      for (const name of ["hono", "viem", "zod", "pg", "commander"]) assert.ok(isRun(name), name);
      for (const name of ["express", "fastify"]) assert.equal(isRun(name), false, name);
      const foreign = components.filter(({ hashes }) => hashes !== undefined);
      assert.ok(foreign.length > 300, "the checksums are missing");
      assert.doesNotMatch(text, /https?:\/\/(registry|npm)\./);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the workflows", () => {
  const files = globSync(".github/workflows/*.yml", { cwd: ROOT });
  const workflows = files.map((file) => [file, parse(read(file)) as Workflow] as const);
  const { on, jobs } = new Map(workflows).get(".github/workflows/release.yml") as Workflow;

  it("run actions that nobody can replace, scripts that exist, and may no more than read unless a job says so", () => {
    assert.ok(files.length >= 2);
    for (const [file, workflow] of workflows) {
      assert.deepEqual(workflow.permissions, { contents: "read" }, file);
      for (const { uses, run = "" } of Object.values(workflow.jobs).flatMap(({ steps }) => steps)) {
        // By their commit: a tag can be moved.
        if (uses !== undefined) assert.match(uses, /^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/, file);
        for (const [script] of run.matchAll(/\bscripts\/[\w./-]+/g))
          assert.ok(existsSync(path.join(ROOT, script)), script);
      }
    }
  });

  it("release what was tagged and tested, with provenance, and nothing else", () => {
    assert.deepEqual(on, { push: { tags: ["v*"] } });
    assert.equal(jobs.publish?.needs, "test");
    assert.deepEqual(jobs.publish?.permissions, { contents: "write", "id-token": "write" });
    assert.equal(jobs.test?.permissions, undefined);
    assert.ok(jobs.test?.steps.some(({ run }) => run?.endsWith(" npm run test:all")));
    const published = jobs.publish?.steps.flatMap(({ run = "" }) => (/^npm publish/.test(run) ? [run] : []));
    assert.deepEqual(published, [
      "npm publish ./packages/sdk/dist --provenance",
      "npm publish ./packages/cli/dist --provenance",
      "npm publish ./release/alias --provenance",
    ]);
  });
});
