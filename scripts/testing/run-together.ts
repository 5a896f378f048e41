// Runs the test files that the patterns name in this one process, one after the other. To start a process for each
// and to load the same modules again takes longer than most of their tests.
import { globSync } from "node:fs";
import path from "node:path";
import { after, describe } from "node:test";

/** Far more than any of these files takes on a busy machine. A file that hangs fails by its name. */
const FILE_LIMIT_MS = process.env.DEEP ? Number.POSITIVE_INFINITY : 15 * 60_000;
/** After the last test: what is open for longer would keep this process for ever. */
const CLOSING_LIMIT_MS = 30_000;

const files = process.argv.slice(2).flatMap((pattern) => globSync(pattern).sort());
if (files.length === 0) throw new Error("No test file has such a name");
// Node runs no hook of a suite whose tests are all left out, and the next file waits for this one's.
if (process.execArgv.some((flag) => flag.startsWith("--test-name-pattern")))
  throw new Error("A name pattern is for a single file: node --test --test-name-pattern=... <file>");

for (const file of files) await runFile(file);
limitClosing();

/** Imported inside a suite of its own, a file's top-level hooks hold for that file alone. */
async function runFile(file: string): Promise<void> {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  describe(file, { timeout: FILE_LIMIT_MS }, async () => {
    after(() => finish());
    try {
      await import(path.resolve(file));
    } catch (error) {
      // The suite fails by this error, and runs no hook.
      finish();
      throw error;
    }
  });
  await finished;
}

function limitClosing(): void {
  const limit = setTimeout(() => {
    console.error(`The tests left open: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, CLOSING_LIMIT_MS);
  // The process ends by itself if nothing else is open.
  limit.unref();
}
