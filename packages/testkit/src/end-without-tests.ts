import { after, beforeEach } from "node:test";

/**
 * If `--test-name-pattern` leaves out all tests of a file, the file ends at once. Node runs its top-level `before` all the
 * same and does not wait for it: what that starts would be stopped by no `after`, and keep the process for ever.
 */
function endWithoutTests(): void {
  let hasTest = false;
  beforeEach(() => {
    hasTest = true;
  });
  // Declared while a test file loads its imports, and so before any hook of its own.
  after(() => {
    if (!hasTest) process.exit();
  });
}

const isFiltered = process.execArgv.some((flag) => flag.startsWith("--test-name-pattern"));
const isTestFile = /\.test\.ts$/.test(process.argv[1] ?? "");
if (isFiltered && isTestFile) endWithoutTests();
