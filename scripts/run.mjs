// The one door into the project: every npm script goes through here. It makes sure that a new
// enough Node and all dependencies are there, then hands over to the program asked for.
//
//   node scripts/run.mjs [flags] <file.ts> [arguments]   a TypeScript file of ours, with flags for Node
//   node scripts/run.mjs --bin <name> [arguments]        a command that a dependency brings
//
// This file and setup.mjs are plain JavaScript that runs on Node 18: it is all there is before set-up.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { ROOT, setUp } from "./setup.mjs";

const given = process.argv.slice(2);
const flags = given.slice(
  0,
  Math.max(
    0,
    given.findIndex((word) => word === "--bin" || !word.startsWith("-")),
  ),
);
const [target, ...rest] = given.slice(flags.length);
if (target === undefined || (target === "--bin" && rest.length === 0)) {
  fail("Nothing to run. The README lists the commands; `npm start` and `npm test` are the first two.");
}

let runtime;
try {
  runtime = setUp();
} catch (error) {
  fail(error.message);
}

const [command, args] =
  target === "--bin"
    ? [path.join(ROOT, "node_modules", ".bin", rest[0]), rest.slice(1)]
    : [runtime.nodePath, [...flags, path.resolve(ROOT, target), ...rest]];

// The shell waits for a word before it becomes the program. So the program never runs unwatched: if this process
// is killed before it has said the word, the shell reads the end of its input instead, and ends.
const child = spawn("/bin/sh", ["-c", 'read -r _ <&3 && exec 3<&- "$0" "$@"', command, ...args], {
  cwd: ROOT,
  stdio: ["inherit", "inherit", "inherit", "pipe"],
  // The programs that it starts must find the same Node first. They are many, and most of the time that each takes
  // to start goes into compiling the same modules again: Node keeps them compiled in this folder.
  env: {
    NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "compiled"),
    ...process.env,
    PATH: runtime.path,
  },
  // A process group of its own: a terminal's signal then reaches only this process, which passes it on once,
  // just as a signal that was sent to this process alone.
  detached: true,
});

process.on("SIGINT", () => signalGroup("SIGINT"));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
process.on("SIGTSTP", () => {
  signalGroup("SIGSTOP");
  process.kill(process.pid, "SIGSTOP");
});
process.on("SIGCONT", () => signalGroup("SIGCONT"));

// If this process is killed, it cannot pass the signal on. The shell's input closes when this process ends,
// however it ends, and the shell then does what Ctrl-C does. It has a group of its own so as not to be killed too.
let watch;
if (child.pid !== undefined) {
  watch = spawn("/bin/sh", ["-c", `read -r _; kill -INT -${child.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // A signal may have ended the shell already: then nobody reads the word, and "exit" below says how it ended.
  child.stdio[3].on("error", () => {}).end("start\n");
}

child.on("error", (error) => fail(`Could not start ${command}: ${error.message}`));
child.on("exit", (code, signal) => {
  watch?.kill("SIGKILL");
  process.exitCode = signal === null ? code : 128 + constants.signals[signal];
});

/** As a terminal does: to the program and to all that it started and kept in its group. */
function signalGroup(signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // It has just ended by itself.
    if (error.code !== "ESRCH") throw error;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
