// `npm run mutation [-- <area> …]`: changes the code in many small ways and sees whether the tests notice. Beside code whose
// change no test can notice stands why: `// Stryker disable next-line <kind>: <reason>`.
import { globSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SHARED_POSTGRES_VARIABLE, usePostgres } from "@agent-registry/testkit";
import { Stryker } from "@stryker-mutator/core";
import { MUTATION_AREAS, type MutationArea } from "./mutation/areas.ts";

const HERE = path.join(path.dirname(fileURLToPath(import.meta.url)), "mutation");
/** A test run that takes this much longer than without a change counts as having noticed it. */
const TIMEOUT_MS = 10_000;
const FILE_LIMIT_MS = 4_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string" } },
});
const areas = MUTATION_AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (areas.length === 0) {
  console.error(`There is no such area. There are: ${MUTATION_AREAS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

// Some of the tests need one, and to start one for each change would take hours.
const postgres = await usePostgres();
process.env[SHARED_POSTGRES_VARIABLE] = postgres.url;
for (const area of areas) {
  console.log(`${area.name}:`);
  await mutateArea(values.file === undefined ? area : { ...area, mutate: [values.file] });
}
await postgres.stop();

/**
 * Changes one expression after the other in a copy of the checkout, and runs the tests that reach it. A change that
 * none of them notices is shown, and the process ends with 1.
 */
async function mutateArea({ mutate, testFiles, fileLimitMs = FILE_LIMIT_MS }: MutationArea): Promise<void> {
  await new Stryker({
    mutate,
    testRunner: "one-process",
    plugins: [path.join(HERE, "one-process-runner.ts"), path.join(HERE, "ignore-words.mjs")],
    ignorers: ["words"],
    oneProcess: { testFiles, codeFiles: findFiles(mutate), fileLimitMs },
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: TIMEOUT_MS,
    warnings: false,
    reporters: ["clear-text", process.stdout.isTTY ? "progress" : "progress-append-only"],
    clearTextReporter: { logTests: false, reportTests: false },
    thresholds: { high: 100, low: 100, break: 100 },
    ignorePatterns: [".runtime", ".local", ".ci", "bench", "docs"],
    tempDirName: ".local/mutation",
    // Node runs the code without its types, whatever they say.
    disableTypeChecks: false,
    symlinkNodeModules: false,
    buildCommand: `node ${path.join(HERE, "link-packages.mjs")} ${path.resolve("node_modules")}`,
  }).runMutationTest();
}

function findFiles(patterns: string[]): string[] {
  const exclude = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return patterns
    .filter((pattern) => !pattern.startsWith("!"))
    .flatMap((pattern) => globSync(pattern, { exclude }));
}
