// The one door into the project: every npm script goes through here. It makes sure that a new
// enough Node and all dependencies are there, then hands over to the program asked for.
//
//   node scripts/run.mjs [flags] <file.ts> [arguments]   a TypeScript file of ours, with flags for Node
//   node scripts/run.mjs --bin <name> [arguments]        a command that a dependency brings
//
// Scripts that run until they are stopped begin with `exec`: npm passes SIGTERM on to its shell, which would not pass it on.
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

// A terminal sends Ctrl-C to the program as well. To pass it on would send it twice, and the services take a second
// signal as the wish to end at once.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

const child = spawn(command, args, {
  cwd: ROOT,
  stdio: "inherit",
  // The programs that it starts must find the same Node first. They are many, and most of the time that each takes
  // to start goes into compiling the same modules again: Node keeps them compiled in this folder.
  env: {
    NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "compiled"),
    ...process.env,
    PATH: runtime.path,
  },
});
child.on("error", (error) => fail(`Could not start ${command}: ${error.message}`));
child.on("exit", (code, signal) => {
  process.exitCode = signal === null ? code : 128 + constants.signals[signal];
});

function fail(message) {
  console.error(message);
  process.exit(1);
}
