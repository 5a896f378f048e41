// Makes sure that the tests have the programs that do not come with npm, named by the arguments: finds the
// installed ones, or installs Debian's. If one cannot be had, the run leaves out the tests that need it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findProgram, PROGRAMS, type Program, type ProgramName, UNPACKED_FOLDER } from "./find-program.ts";

const names = (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => process.argv.includes(name));

function findMissing(): ProgramName[] {
  return names.filter((name) => findProgram(name) === undefined);
}

function install(missing: ProgramName[]): void {
  const programs = missing.map((name): Program => PROGRAMS[name]);
  const packages = programs.flatMap((each) => (each.fileInPackage === undefined ? [each.debianPackage] : []));
  run("apt-get", ["update", "-q"]);
  if (packages.length > 0) run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages]);
  for (const { debianPackage, fileInPackage } of programs)
    if (fileInPackage !== undefined) unpack({ debianPackage, fileInPackage });
}

/** Puts one file of a package into a folder of its own; nothing is installed. */
function unpack({ debianPackage, fileInPackage }: { debianPackage: string; fileInPackage: string }): void {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-package-"));
  try {
    run("apt-get", ["download", "-q", debianPackage], folder);
    const [archive = ""] = readdirSync(folder);
    run("dpkg-deb", ["--extract", archive, "content"], folder);
    mkdirSync(UNPACKED_FOLDER, { recursive: true });
    cpSync(
      path.join(folder, "content", fileInPackage),
      path.join(UNPACKED_FOLDER, path.basename(fileInPackage)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: string[], cwd?: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    // At run level 1 no package starts the service that it brings along.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
const missing = findMissing();
if (missing.length > 0 && canInstall) {
  const titles = missing.map((name) => PROGRAMS[name].title).join(", ");
  console.log(`Missing: ${titles}. Installing Debian's (about half a minute) …`);
  try {
    install(missing);
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
}
for (const name of names) console.log(`${PROGRAMS[name].title}: ${findProgram(name) ?? "not found"}`);
