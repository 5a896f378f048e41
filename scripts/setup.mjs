// Brings in what the project needs, once: a Node that runs TypeScript, and the locked dependencies.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The first Node that strips types without a flag. */
const OLDEST_USABLE_NODE = "22.18.0";
const PINNED_NODE = "24.21.0";
/** The packages that hold it, by their checksums: npm refuses whatever else it may be given for them. */
const PINNED_PACKAGES = {
  "linux-x64":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "linux-arm64":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

const PROGRESS_MS = 10_000;
/** Run by a process of its own, since this one waits for npm, which is silent. It ends with the pipe to it. */
const PROGRESS = `
const startedAt = Date.now();
const seconds = () => Math.round((Date.now() - startedAt) / 1000);
setInterval(() => console.log("[set-up] npm is at work, " + seconds() + " s so far ..."), ${PROGRESS_MS});
process.stdin.resume().on("end", () => process.exit());
`;

const RUNTIME_DIR = path.join(ROOT, ".runtime");
const STAMP = path.join(ROOT, "node_modules", ".agent-registry-set-up");

/**
 * Returns the Node to run our programs with and the PATH they should see. Costs a few
 * milliseconds when nothing changed since the last time.
 */
export function setUp() {
  const nodePath = isAtLeast(process.versions.node, OLDEST_USABLE_NODE)
    ? process.execPath
    : bringPinnedNode();
  const searchPath = [path.dirname(nodePath), process.env.PATH].join(path.delimiter);
  installDependencies({ nodePath, searchPath });
  return { nodePath, path: searchPath };
}

function bringPinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const integrity = PINNED_PACKAGES[platform];
  if (integrity === undefined) {
    throw new Error(
      `This project needs Node ${OLDEST_USABLE_NODE} or newer; this is ${process.versions.node}, and there is ` +
        `no ready-made Node for ${platform} to bring in. Install a newer Node and run the command again.`,
    );
  }
  const name = `node-${platform}`;
  const nodePath = path.join(RUNTIME_DIR, "node_modules", name, "bin", "node");
  if (existsSync(nodePath) && nodeVersion(nodePath) === PINNED_NODE) return nodePath;

  say(
    `This is Node ${process.versions.node}; bringing in Node ${PINNED_NODE} for this folder only (once, about 40 MB) ...`,
  );
  mkdirSync(RUNTIME_DIR, { recursive: true });
  // A package.json of its own, or npm would climb up and install into the project instead.
  const dependencies = { [name]: PINNED_NODE };
  const packages = { "": { dependencies }, [`node_modules/${name}`]: { version: PINNED_NODE, integrity } };
  writeJson("package.json", { private: true, dependencies });
  writeJson("package-lock.json", { lockfileVersion: 3, packages });
  runNpm({
    nodePath: process.execPath,
    searchPath: process.env.PATH,
    cwd: RUNTIME_DIR,
    args: ["ci", "--no-audit", "--no-fund", "--ignore-scripts"],
    purpose: `bring in Node ${PINNED_NODE}`,
  });
  return nodePath;
}

function writeJson(name, content) {
  writeFileSync(path.join(RUNTIME_DIR, name), `${JSON.stringify(content, null, 2)}\n`);
}

function installDependencies({ nodePath, searchPath }) {
  const wanted = fingerprint(nodePath);
  if (existsSync(STAMP)) {
    if (readFileSync(STAMP, "utf8") === wanted) return;
  } else if (nodePath === process.execPath && hasNpmInstalled()) {
    return writeFileSync(STAMP, wanted);
  }

  say("Installing dependencies from the lock file (once, a minute or so) ...");
  const startedAt = Date.now();
  rmSync(STAMP, { force: true });
  runNpm({
    nodePath,
    searchPath,
    cwd: ROOT,
    args: ["ci", "--no-audit", "--no-fund"],
    purpose: "install the dependencies",
  });
  writeFileSync(STAMP, wanted);
  say(`Dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/**
 * Whether `npm ci` was run with this Node. Doing so again would take the packages away from services that run
 * from this folder. npm writes its list when it is done; what is optional may not be for this system.
 */
function hasNpmInstalled() {
  const list = path.join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return false;
  const [wanted, installed] = [path.join(ROOT, "package-lock.json"), list].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {},
  );
  return Object.entries(wanted).every(([place, { version, integrity, optional, devOptional }]) => {
    const found = installed[place];
    if (found === undefined) return place === "" || optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });
}

/** Changes exactly when installing again could give something else. */
function fingerprint(nodePath) {
  const hash = createHash("sha256");
  hash.update(readFileSync(path.join(ROOT, "package-lock.json")));
  hash.update(
    `${process.platform} ${process.arch} ${nodePath === process.execPath ? process.versions.node : PINNED_NODE}`,
  );
  return hash.digest("hex");
}

function runNpm({ nodePath, searchPath, cwd, args, purpose }) {
  // Under `npm start` npm_execpath names the npm in use. It is run under the Node chosen above, since npm
  // leaves out optional packages that do not fit the Node it runs on.
  const npmCli = process.env.npm_execpath;
  const [command, fullArgs] = npmCli?.endsWith(".js") ? [nodePath, [npmCli, ...args]] : ["npm", args];
  const progress = spawn(process.execPath, ["--eval", PROGRESS], { stdio: ["pipe", "inherit", "ignore"] });
  const result = spawnSync(command, fullArgs, {
    cwd,
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
    // npm hands its settings down by environment; the folder's own .npmrc must decide here.
    env: { ...withoutNpmSettings(process.env), PATH: searchPath },
  });
  progress.kill();
  if (result.error?.code === "ENOENT") {
    throw new Error(
      `npm was not found, and it is needed to ${purpose}. Install npm (it comes with Node) and run the command again.`,
    );
  }
  if (result.status === 0) return;
  const details = (result.stderr ?? "").trim();
  throw new Error(`${details}\n\nCould not ${purpose}. ${adviceFor(details)}`);
}

function adviceFor(details) {
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(details)) {
    return "npm cannot reach its package registry: check the network (or the proxy settings of npm) and run the command again.";
  }
  if (/EINTEGRITY/.test(details)) {
    return "npm was given something else than what this project pins by checksum. Nothing of it was run.";
  }
  if (/ENOSPC/.test(details)) return "The disk is full: free some space and run the command again.";
  if (/EACCES|EPERM/.test(details))
    return "This user may not write to this folder: check its owner and run the command again.";
  return "What npm said stands above; mend that and run the command again.";
}

/** The environment without what npm says of the script it runs, which would mislead another npm. */
export function withoutNpmSettings(env) {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(package|lifecycle|config_(local_prefix|prefix|global_prefix))/.test(name),
    ),
  );
}

function nodeVersion(nodePath) {
  return spawnSync(nodePath, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout?.trim();
}

export function isAtLeast(version, oldest) {
  const [a, b] = [version, oldest].map((text) => text.split(".").map(Number));
  for (const i of [0, 1, 2]) if (a[i] !== b[i]) return a[i] > b[i];
  return true;
}

function say(line) {
  console.log(`[set-up] ${line}`);
}
