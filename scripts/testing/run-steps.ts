import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { findProgram } from "@agent-registry/testkit";
import { type Counts, countResults } from "./count-results.ts";
import { readFileTimes } from "./file-times.ts";
import { createPassedBefore } from "./passed-before.ts";
import type { TestStep } from "./steps.ts";
import { listFiles, type TestFiles } from "./test-files.ts";

export type StepResult = Counts & {
  name: string;
  seconds: number;
  isOk: boolean;
  /** Seconds by test file. */
  fileTimes: Map<string, number>;
  /** Those that were not run, since the program that they need is not there. */
  skipped: TestFiles[];
};

type Options = {
  /** How many steps run at the same time, if each takes one place. */
  atOnce: number;
  /** A step that takes longer is ended, so that the run still says what failed; undefined for as long as it needs. */
  limitMinutes: number | undefined;
  /**
   * Whether all is run: a step fails if a program that its tests need is not there. Otherwise those tests are left out,
   * and so is a step that has passed with the same files.
   */
  isComplete: boolean;
};

/** Begins the steps in their order, as long as a place is free. One that waits for another holds up those behind it. */
export async function runSteps(steps: readonly TestStep[], options: Options): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const ends = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  let freePlaces = options.atOnce;
  const run = async (step: TestStep, places: number) => {
    console.log(`\n=== ${ends.size + 1} of ${steps.length}: ${step.name}`);
    const result = await runStep(step, options);
    console.log(`=== ${step.name}: ${result.isOk ? "ok" : "FAILED"} after ${Math.round(result.seconds)} s`);
    results.push(result);
    freePlaces += places;
  };
  for (const step of steps) {
    await Promise.all((step.after ?? []).map((name) => ends.get(name)));
    const { places = 1 } = step;
    while (freePlaces < places) await Promise.race(running);
    freePlaces -= places;
    const end = run(step, places).finally(() => running.delete(end));
    running.add(end);
    ends.set(step.name, end);
  }
  await Promise.all(running);
  return results;
}

async function runStep(step: TestStep, options: Options): Promise<StepResult> {
  const startedAt = performance.now();
  const { tests } = step;
  const skipped = (tests ?? []).filter(({ needs = [] }) =>
    needs.some((name) => findProgram(name) === undefined),
  );
  const files = (tests ?? []).filter((each) => !skipped.includes(each)).flatMap(listFiles);
  const isNothingLeft = skipped.length > 0 && files.length === 0;
  const passedBefore = step.dependsOn && createPassedBefore({ name: step.name, files: step.dependsOn });
  const isUnchanged = passedBefore?.isSame() === true && !options.isComplete;
  if (isUnchanged) console.log(`${step.name} | Passed before; no file that it depends on has changed.`);
  const { output, code } =
    isNothingLeft || isUnchanged
      ? { output: "", code: 0 }
      : await runCommand({ ...step, args: [...step.args, ...files] }, options);
  if (code === 0 && skipped.length === 0) passedBefore?.remember();
  return {
    name: step.name,
    seconds: (performance.now() - startedAt) / 1000,
    isOk: code === 0 && (skipped.length === 0 || !options.isComplete),
    ...countResults(output),
    fileTimes: readFileTimes(output),
    skipped,
  };
}

/** Shows what the command prints while it prints it. */
async function runCommand(
  step: TestStep,
  { limitMinutes }: Options,
): Promise<{ output: string; code: number }> {
  const child = spawn(step.command, step.args, {
    cwd: step.cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...step.env,
      PATH: [path.resolve("node_modules/.bin"), process.env.PATH].join(path.delimiter),
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
    },
  });
  const closed = once(child, "close");
  const reader = createInterface({ input: child.stdout });
  const limit = limitMinutes === undefined ? undefined : setTimeout(end, limitMinutes * 60_000);
  const lines: string[] = [];
  for await (const line of reader) {
    console.log(`${step.name} | ${line}`);
    lines.push(line);
  }
  const [code] = await closed;
  clearTimeout(limit);
  return { output: stripVTControlCharacters(lines.join("\n")), code: code ?? 1 };

  function end(): void {
    console.log(`${step.name} | Ended: it took longer than ${limitMinutes} minutes.`);
    child.kill("SIGKILL");
    // What the step left running may hold the pipe open.
    reader.close();
    child.stdout.destroy();
  }
}
