// Runs in the copy of the checkout that Stryker changes: its packages must find each other in the copy, not the unchanged
// ones. Everything else is what the checkout has installed.
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";

const installed = process.argv[2];
const OWN = "@agent-registry";

mkdirSync("node_modules");
for (const name of readdirSync(installed)) {
  if (name !== OWN) symlinkSync(path.join(installed, name), path.join("node_modules", name));
}
mkdirSync(path.join("node_modules", OWN));
for (const [folder, names] of ["packages", "apps"].map((folder) => [folder, readdirSync(folder)])) {
  for (const name of names) {
    symlinkSync(path.resolve(folder, name), path.join("node_modules", OWN, name));
  }
}
symlinkSync(path.resolve("contracts"), path.join("node_modules", OWN, "contracts"));
