import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import type { MutationArea } from "./areas.ts";
import type { Mutant } from "./judge.ts";

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** A test run that takes this much longer than without a change counts as having noticed it. */
const TIMEOUT_MS = 10_000;
const FILE_LIMIT_MS = 4_000;

/** Changes one expression after the other in a copy of the checkout, and runs the tests that reach it. */
export async function mutateArea({
  mutate,
  testFiles,
  fileLimitMs = FILE_LIMIT_MS,
}: Omit<MutationArea, "name">): Promise<Mutant[]> {
  const results = await new Stryker({
    mutate,
    testRunner: "one-process",
    plugins: [path.join(HERE, "one-process-runner.ts"), path.join(HERE, "ignore-words.mjs")],
    ignorers: ["words"],
    oneProcess: { testFiles, codeFiles: findFiles(mutate), fileLimitMs },
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: TIMEOUT_MS,
    warnings: false,
    reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
    ignorePatterns: [".runtime", ".local", ".ci", "bench", "docs"],
    tempDirName: ".local/mutation",
    // Node runs the code without its types, whatever they say.
    disableTypeChecks: false,
    symlinkNodeModules: false,
    buildCommand: `node ${path.join(HERE, "link-packages.mjs")} ${path.resolve("node_modules")}`,
  }).runMutationTest();

  return results
    .filter(({ status }) => status !== "Ignored")
    .map(({ fileName, location, replacement, status }) => ({
      file: path.relative(process.cwd(), fileName),
      line: location.start.line,
      code: readLine(fileName, location.start.line - 1),
      becomes: replacement,
      outcome: OUTCOMES[status] ?? "failed",
    }));
}

const OUTCOMES: Record<string, Mutant["outcome"]> = {
  Survived: "unnoticed",
  NoCoverage: "unnoticed",
  Timeout: "timed out",
};

function findFiles(patterns: string[]): string[] {
  const exclude = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return patterns
    .filter((pattern) => !pattern.startsWith("!"))
    .flatMap((pattern) => globSync(pattern, { exclude }));
}

function readLine(fileName: string, index: number): string {
  return readFileSync(fileName, "utf8").split("\n")[index]?.trim() ?? "";
}
