import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import { validate } from "dockerfile-utils";

const dockerfile = readFileSync("Dockerfile", "utf8");
const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-image-"));
after(() => rmSync(folder, { recursive: true }));

describe("the Dockerfile", () => {
  it("has no fault that a linter knows", () => {
    assert.deepEqual(validate(dockerfile), []);
    assert.equal(validate(dockerfile.replace("WORKDIR", "WORKDIRECTORY")).length, 1);
  });

  it("has the Node that the project brings where there is none", () => {
    const [, pinned] = /PINNED_NODE = "(.*)"/.exec(readFileSync("scripts/setup.mjs", "utf8")) ?? [];
    assert.match(
      dockerfile,
      new RegExp(`^ARG NODE_IMAGE=node:${pinned}-bookworm-slim@sha256:[0-9a-f]{64}$`, "m"),
    );
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    assert.deepEqual(images, Array(3).fill(`\${NODE_IMAGE}`));
  });

  it("says what the image is, of the version that the packages have", () => {
    const { version, license } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.match(lastStage, new RegExp(`^ARG VERSION=${version}$`, "m"));
    const labels = [...lastStage.matchAll(/org\.opencontainers\.image\.(\w+)="(.+?)"/g)];
    const values = Object.fromEntries(labels.map(([, name, value]) => [name, value]));
    const { title, description, ...given } = values;
    assert.ok(title && description);
    assert.deepEqual(given, {
      licenses: license,
      version: `\${VERSION}`,
      source: `\${SOURCE}`,
      revision: `\${REVISION}`,
      created: `\${CREATED}`,
    });
  });

  it("installs what the dashboard's server takes besides its build", () => {
    const server = globSync("apps/dashboard/scripts/*.ts", { exclude: ["**/*.test.ts"] });
    const packages = server.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/ from "([^.@"][^"]*)"/g)].map(([, name = ""]) => name),
    );
    const foreign = [...new Set(packages)].filter((name) => !name.startsWith("node:")).sort();
    assert.deepEqual(foreign, ["compression", "next"]);
    assert.match(dockerfile, /npm pkg set 'dependencies\.compression=\*'/);
    assert.match(lastStage, /^COPY --from=build \S+\/\.next\/standalone \.$/m);
  });

  it("copies what there is", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
      names.split(" "),
    );
    assert.ok(sources.length > 10, "the copies are not found");
    assert.deepEqual(
      sources.filter((source) => !existsSync(source)),
      [],
    );
  });

  it("runs as no root, is asked for its health, and ends by the signals of its platform", () => {
    assert.match(lastStage, /^USER node$/m);
    assert.match(lastStage, /^HEALTHCHECK .*CMD \["node", "deploy\/image\/check-health\.mjs"\]$/m);
    assert.match(lastStage, /^ENTRYPOINT \["deploy\/image\/entrypoint\.sh"\]$/m);
  });
});

describe("the image's entry point", () => {
  const said = path.join(folder, "node");
  writeFileSync(said, '#!/bin/sh\necho "$*"\necho "$RELAYER_KEY"\nenv | grep -c _FILE=\n');
  chmodSync(said, 0o755);
  const enter = (args: string[], env: Record<string, string> = {}) =>
    spawnSync("deploy/image/entrypoint.sh", args, {
      env: { PATH: `${folder}:${process.env.PATH}`, RELAYER_KEY: "", ...env },
      encoding: "utf8",
    });

  it("starts the service that its first word names", () => {
    const programs = ["api", "relayer", "dashboard"].map((name) => enter([name]).stdout.split("\n")[0] ?? "");
    assert.deepEqual(programs, [
      `${API_NODE_FLAGS.join(" ")} apps/api/src/main.ts`,
      "apps/relayer/src/main.ts",
      "apps/dashboard/scripts/start.ts",
    ]);
    for (const program of programs) assert.ok(existsSync(program.split(" ").at(-1) ?? ""));
    const { status, stderr } = enter(["everything"]);
    assert.deepEqual([status, stderr], [64, "Name a service: api, relayer or dashboard\n"]);
  });

  it("takes secrets from files, letter by letter, and does not go on without them", () => {
    const file = path.join(folder, "secret");
    writeFileSync(file, "a $(b) 'c'\n");
    assert.match(enter(["relayer"], { RELAYER_KEY_FILE: file }).stdout, /^a \$\(b\) 'c'\n0$/m);
    const missing = enter(["relayer"], { RELAYER_KEY_FILE: path.join(folder, "none") });
    assert.deepEqual([missing.status, missing.stdout], [1, ""]);
  });
});

describe("the image's check of its health", () => {
  it("passes if the service answers, whichever it is, and fails if it does not", async () => {
    let status = 404;
    const server = createServer((_, response) => response.writeHead(status).end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const check = async (name: string) => {
      // The other services get port 1, on which no process can listen here.
      const env = { PORT: "1", RELAYER_PORT: "1", [name]: String(port) };
      const child = spawn(process.execPath, ["deploy/image/check-health.mjs"], { env });
      const [code] = await once(child, "exit");
      return code;
    };
    assert.deepEqual([await check("PORT"), await check("RELAYER_PORT")], [0, 0]);
    status = 500;
    assert.equal(await check("PORT"), 1);
    server.close();
    await once(server, "close");
    assert.equal(await check("PORT"), 1);
  });
});

describe("what goes into an image", () => {
  const patterns = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  /** A pattern that names a folder leaves out all that is in it. */
  const isLeftOut = (file: string) =>
    patterns.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`));

  it("is no key, no password, no copy of a database, and nothing that this machine made", () => {
    const files = [
      "keys/relayer.key",
      "keys/password",
      "liable.key",
      "docs/me.key",
      "agent.keystore",
      "apps/api/UTC--2026-01-31T09-00-00.000000000Z--70997970c51812dc3a010c7d01b50e0d17dc79c8",
      "backups/relayer.sqlite",
      "relayer.sqlite-wal",
      "registry.dump",
      "registry.sql.gz",
      ".env",
      "deploy/compose/.env",
      ".local/data/index.sqlite",
      ".git/config",
      "node_modules/next/package.json",
      "apps/dashboard/.next/BUILD_ID",
    ];
    assert.deepEqual(
      files.filter((file) => !isLeftOut(file)),
      [],
    );
  });

  it("is all that the image copies", () => {
    const files = [
      "package-lock.json",
      ".npmrc",
      "apps/api/src/main.ts",
      "packages/protocol/src/keystore/keystore-file.ts",
      "deploy/image/entrypoint.sh",
      "contracts/package.json",
    ];
    assert.deepEqual(files.filter(isLeftOut), []);
  });

  it("is of packages none but those that the lock file names", () => {
    const commands = readFileSync("Dockerfile", "utf8").match(/npm (?:ci|i|install|add|update)\b.*/g) ?? [];
    assert.equal(commands.length, 2);
    for (const command of commands) assert.match(command, /^npm ci\b/);
  });
});
