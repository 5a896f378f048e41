// Makes sure that the tests have the programs that do not come with npm: finds the installed ones, or installs Debian's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findProgram, PROGRAMS, type ProgramName } from "./find-program.ts";

const names = Object.keys(PROGRAMS) as ProgramName[];

function findMissing(): ProgramName[] {
  return names.filter((name) => findProgram(name) === undefined);
}

function install(missing: ProgramName[]): void {
  const packages = missing.map((name) => PROGRAMS[name].debianPackage);
  for (const args of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", ...packages],
  ]) {
    const { status, stdout, stderr } = spawnSync("apt-get", args, {
      encoding: "utf8",
      // At run level 1 no package starts the service that it brings along.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
    if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
let missing = findMissing();
if (missing.length > 0 && canInstall) {
  const titles = missing.map((name) => PROGRAMS[name].title).join(", ");
  console.log(`Missing: ${titles}. Installing Debian's (about half a minute) …`);
  install(missing);
  missing = findMissing();
}
for (const name of missing) {
  const { title, debianPackage, variable } = PROGRAMS[name];
  console.error(
    `The tests need ${title}. Install it (Debian: apt-get install ${debianPackage}) or name it in ${variable}.`,
  );
  process.exitCode = 1;
}
for (const name of names) {
  const path = findProgram(name);
  if (path !== undefined) console.log(`${PROGRAMS[name].title}: ${path}`);
}
