#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what is wrong: everything else is TypeScript,
// which Node runs by itself from 22.18 on.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // Halves the start of every command after the first.
  module.enableCompileCache();
  const { main } = await import("../src/main.ts");
  await main();
} else {
  runWithOwnNode();
}

/** `npm start` installs a newer Node into the project's folder if the system's is too old. */
function runWithOwnNode() {
  const self = fileURLToPath(import.meta.url);
  const root = path.resolve(path.dirname(self), "../../..");
  const name = `node-${process.platform}-${process.arch}`;
  const node = path.join(root, ".runtime", "node_modules", name, "bin", "node");
  if (!existsSync(node)) {
    console.error(
      `This needs Node 22.18 or newer; this is ${process.versions.node}. ` +
        "Run `npm start` once, which brings one into this folder, or install a newer Node.",
    );
    process.exit(1);
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; handing it on would send it twice.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}
