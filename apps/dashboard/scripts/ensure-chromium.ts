// Makes sure that the browser tests have a browser: finds an installed Chromium, or installs Debian's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "./find-chromium.ts";

const HELP =
  "The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.";

function install(): void {
  for (const args of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", "chromium-headless-shell"],
  ]) {
    const { status, stdout, stderr } = spawnSync("apt-get", args, {
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) throw new Error(`${HELP}\napt-get ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
let path = findChromium();
if (path === undefined && canInstall) {
  console.log("Chromium is missing: installing Debian's (about half a minute) …");
  install();
  path = findChromium();
}
if (path === undefined) {
  console.error(HELP);
  process.exit(1);
}
console.log(`Chromium: ${path}`);
