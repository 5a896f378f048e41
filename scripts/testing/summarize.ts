import { findProgram, PROGRAMS } from "@agent-registry/testkit";
import type { StepResult } from "./run-steps.ts";
import { listFiles } from "./test-files.ts";

const SLOWEST_FILES = 10;

/** What stands at the end of a run: where the time went, what was not run and how to have it, and the counts. */
export function summarize({ results, seconds }: { results: readonly StepResult[]; seconds: number }): string {
  const files = results.flatMap(({ fileTimes }) => [...fileTimes]);
  const slowest = files.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_FILES);
  const failedSteps = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const skipped = results.flatMap((result) => result.skipped);
  const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
  const counts = [
    `${sum("passed")} passed`,
    `${Math.max(sum("failed"), failedSteps.length)} failed`,
    ...(skipped.length > 0 ? [`${skipped.flatMap(listFiles).length} skipped`] : []),
  ];
  return [
    `\nAll steps took ${Math.round(seconds)} s:`,
    ...results.toSorted((a, b) => b.seconds - a.seconds).map((result) => toLine(result.seconds, result.name)),
    ...(slowest.length > 0 ? ["The slowest test files:"] : []),
    ...slowest.map(([file, time]) => toLine(time, file)),
    ...skipped.map(toAdvice),
    ...(failedSteps.length > 0 ? [`Failed: ${failedSteps.join(", ")}.`] : []),
    counts.join(", "),
  ].join("\n");
}

function toLine(seconds: number, name: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`;
}

function toAdvice(tests: StepResult["skipped"][number]): string {
  const missing = (tests.needs ?? []).filter((name) => findProgram(name) === undefined);
  const advice = missing.map((name) => {
    const { title, debianPackage, variable } = PROGRAMS[name];
    return `${title} was not found: install it (Debian: apt-get install ${debianPackage}) or name it in ${variable}.`;
  });
  return `Not run: ${listFiles(tests).join(", ")}. ${advice.join(" ")}`;
}
