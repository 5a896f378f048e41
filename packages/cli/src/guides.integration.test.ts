import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { findFreePort, startPostgres, type TestPostgres } from "@agent-registry/testkit";
import { readGuide } from "./testing/read-guide.ts";
import { cliPath } from "./testing/run-cli.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const GUIDES = ["agents", "providers", "regulators", "operators"];

let stack: Stack;
let postgres: TestPostgres;
before(async () => {
  [stack, postgres] = await Promise.all([startStack(), startPostgres()]);
});
after(async () => {
  await stack.stop();
  await postgres.stop();
});

test("every guide there is, is tested", () => {
  const files = readdirSync(path.join(root, "docs", "guides"));
  assert.deepEqual(files.sort(), GUIDES.map((name) => `${name}.md`).sort());
});

for (const name of GUIDES) {
  test(`every command of the guide for ${name} works as it stands`, async () => {
    const folder = prepareFolder();
    const script = await toScript(name);
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
      cwd: folder,
      env: {
        PATH: [path.join(folder, "bin"), path.dirname(process.execPath), process.env.PATH].join(
          path.delimiter,
        ),
        HOME: folder,
        DATABASE_URL: await postgres.createDatabase(),
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    const [code] = await once(shell, "close");
    assert.equal(code, 0, output);
  });
}

/** As the project's own folder looks to someone who follows a guide, with the register running. */
function prepareFolder(): string {
  const folder = mkdtempSync(path.join(stack.folder, "guide-"));
  for (const name of ["apps", "contracts", "examples", "packages", "node_modules"]) {
    symlinkSync(path.join(root, name), path.join(folder, name));
  }
  mkdirSync(path.join(folder, ".local"));
  copyFileSync(path.join(stack.folder, ".local", "stack.json"), path.join(folder, ".local", "stack.json"));
  mkdirSync(path.join(folder, "bin"));
  const programs = {
    npx: `[ "$1" = agent-registry ] && shift && exec node "${cliPath}" "$@"`,
    // The register runs already; starting it is what other tests are for.
    npm: '[ "$*" = start ] || { [ "$*" = "run deploy" ] && exec node contracts/scripts/deploy.ts; }',
  };
  for (const [name, line] of Object.entries(programs)) {
    const file = path.join(folder, "bin", name);
    writeFileSync(file, `#!/usr/bin/env bash\n${line}\n`);
    chmodSync(file, 0o755);
  }
  return folder;
}

/** One shell session; what stays runs beside the rest and ends with it. Ports are those of this test. */
async function toScript(name: string): Promise<string> {
  const { apiUrl, relayerUrl, rpcUrl } = stack.settings;
  const ports: Record<string, string | number> = {
    3000: new URL(apiUrl).port,
    3001: new URL(relayerUrl).port,
    8545: new URL(rpcUrl).port,
  };
  for (const port of [3010, 3011, 3020, 4000]) ports[port] = await findFreePort();
  const blocks = readGuide(name).map(({ commands, isBackground }) =>
    isBackground ? `${commands.trimEnd()} > /dev/null & STAYING="$STAYING $!"\n` : commands,
  );
  const finish = "trap 'for id in $STAYING; do kill \"$id\" || true; done; wait' EXIT";
  return ["STAYING=", finish, ...blocks]
    .join("\n")
    .replace(/\b(3000|3001|8545|3010|3011|3020|4000)\b/g, (port) => String(ports[port]));
}
