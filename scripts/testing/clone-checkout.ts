import { execFileSync } from "node:child_process";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";

const DASHBOARD_BUILD = "apps/dashboard/.next";
/** The Node that set-up brought, if the system's is too old. */
const OWN_NODE = ".runtime";

type Folders = { from: string; to: string };

/**
 * Makes what a person has who clones the project and installs it: the files that are in git or are about to
 * be, nothing that git ignores, and dependencies of its own. The dependencies and the dashboard's build are
 * copied, since making them again takes a minute; if they do not fit the sources, the clone's own set-up
 * makes them again.
 */
export function cloneCheckout({ from, to }: Folders): void {
  const files = listSources({ from, to });
  for (const file of files) {
    mkdirSync(path.join(to, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(from, file), path.join(to, file));
  }
  for (const folder of [...findDependencies(files), OWN_NODE]) {
    if (!existsSync(path.join(from, folder))) continue;
    linkFolder({ from: path.join(from, folder), to: path.join(to, folder) });
  }
  if (!existsSync(path.join(from, DASHBOARD_BUILD))) return;
  cpSync(path.join(from, DASHBOARD_BUILD), path.join(to, DASHBOARD_BUILD), {
    recursive: true,
    // Of use to the next build only, and large.
    filter: (source) => path.relative(from, source) !== path.join(DASHBOARD_BUILD, "cache"),
  });
}

/** By a repository of its own, so that it does not matter whether the project was cloned or unpacked. */
function listSources({ from, to }: Folders): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", [`--git-dir=${to}.git`, `--work-tree=${from}`, ...args], {
      cwd: from,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
  git("init", "--quiet");
  return git("ls-files", "-z", "--others", "--exclude-standard")
    .split("\0")
    .filter((file) => file !== "");
}

/** Beside every package.json: npm puts there what does not fit the root's. */
function findDependencies(files: string[]): string[] {
  return files
    .filter((file) => path.basename(file) === "package.json")
    .map((file) => path.join(path.dirname(file), "node_modules"));
}

/** Every file under a second name: nothing in the new folder leads back to the old one. */
function linkFolder({ from, to }: Folders): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const pair = { from: path.join(from, entry.name), to: path.join(to, entry.name) };
    if (entry.isDirectory()) linkFolder(pair);
    else if (entry.isSymbolicLink()) copyLink(pair);
    else linkFile(pair);
  }
}

/** npm's links to the workspaces are relative, so that they now lead to the clone's own. */
function copyLink({ from, to }: Folders): void {
  const target = readlinkSync(from);
  if (path.isAbsolute(target)) throw new Error(`${from} would lead out of the clone, to ${target}`);
  symlinkSync(target, to);
}

function linkFile({ from, to }: Folders): void {
  try {
    linkSync(from, to);
  } catch {
    // Not across disks, nor for every user; a copy always does.
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
