// A plugin of Stryker: runs the files of tests in one process that stays, and switches from one change to the next in it. A
// process for each file and change takes ten times as long, most of it to load the same modules again.
import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { MutantCoverage, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { createFileRunner, type RunFile } from "./run-file.ts";

/** What the changed code reads: which change is switched on, and where it notes what was reached. */
type ChangeSwitch = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: MutantCoverage;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};
/** Threads and processes that a test starts read it there. */
const SWITCH_VARIABLE = "__STRYKER_ACTIVE_MUTANT__";
/** Loaded anew for each run, since loading them is what tests. */
const LOADED_ANEW = /\.test\.ts$|\/testing\/[^/]+\.ts$/;

type OneProcessOptions = {
  oneProcess: {
    testFiles: string[];
    codeFiles: string[];
    /** A file of tests that takes longer hangs, and has noticed the change. */
    fileLimitMs: number;
  };
};

class OneProcessRunner implements TestRunner {
  static inject = tokens(commonTokens.options);

  readonly #testFiles: string[];
  readonly #codeFiles: string[];
  readonly #fileLimitMs: number;
  readonly #switch: ChangeSwitch = {};
  readonly #runFile: RunFile = createFileRunner();
  #runs = 0;
  #isSpoilt = false;

  constructor(options: StrykerOptions) {
    const { testFiles, codeFiles, fileLimitMs } = (options as unknown as OneProcessOptions).oneProcess;
    this.#testFiles = testFiles.flatMap((pattern) => globSync(pattern).sort());
    this.#codeFiles = codeFiles;
    this.#fileLimitMs = fileLimitMs;
    Object.assign(globalThis, { __stryker__: this.#switch });
  }

  /** Where a change must be there while modules are loaded, Stryker starts another process. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    registerHooks({
      resolve: (specifier, context, nextResolve) => {
        const resolved = nextResolve(specifier, context);
        if (!LOADED_ANEW.test(resolved.url)) return resolved;
        return { ...resolved, url: `${resolved.url}?run=${this.#runs}` };
      },
    });
  }

  async dryRun(): Promise<DryRunResult> {
    await this.#loadCode();
    const tests: TestResult[] = [];
    for (const file of this.#testFiles) {
      this.#switch.currentTestId = file;
      // Tests replace the other clocks by their own, but not this one.
      const startedAt = process.hrtime.bigint();
      const { failure } = await this.#run(file);
      const timeSpentMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
      const test = { id: file, name: file, fileName: file, timeSpentMs };
      const fault = failure ?? this.#findSlowness(timeSpentMs);
      tests.push(
        fault === undefined
          ? { ...test, status: TestStatus.Success }
          : { ...test, status: TestStatus.Failed, failureMessage: fault },
      );
    }
    this.#switch.currentTestId = undefined;
    tests.sort((a, b) => a.timeSpentMs - b.timeSpentMs);
    const { mutantCoverage = { static: {}, perTest: {} } } = this.#switch;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: inOrderOf(tests, mutantCoverage) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker then asks another process.
    if (this.#isSpoilt) throw new Error("An earlier change left something behind");
    const {
      activeMutant,
      mutantActivation,
      testFilter = this.#testFiles,
      sandboxFileName,
      hitLimit,
    } = options;
    if (mutantActivation === "runtime") await this.#loadCode();
    this.#turnTo(activeMutant.id, hitLimit);

    const files = putNearestFirst(testFilter, sandboxFileName);
    // Where the modules are loaded with the change in place, that takes its time, and Stryker's own limit is enough.
    const limit = mutantActivation === "runtime" ? { limitMs: this.#fileLimitMs } : {};
    for (const [index, file] of files.entries()) {
      const { failure, isOver, hangs } = await this.#run(file, limit);
      if (hangs) {
        this.#isSpoilt = true;
        return { status: MutantRunStatus.Timeout, reason: `${file} takes too long` };
      }
      const endless = determineHitLimitReached(this.#switch.hitCount, hitLimit);
      if (endless !== undefined) {
        this.#isSpoilt = true;
        return toMutantRunResult(endless);
      }
      if (failure === undefined) continue;
      if (mutantActivation === "runtime") this.#isSpoilt = !isOver || (await this.#hasLeftSomething(file));
      return {
        status: MutantRunStatus.Killed,
        killedBy: [file],
        failureMessage: failure,
        nrOfTests: index + 1,
      };
    }
    return { status: MutantRunStatus.Survived, nrOfTests: files.length };
  }

  /** If tests take nearly as long as the limit by themselves, every change would count as noticed. */
  #findSlowness(timeSpentMs: number): string | undefined {
    if (timeSpentMs * 2 <= this.#fileLimitMs) return undefined;
    return `It takes ${Math.round(timeSpentMs)} ms without a change, more than half of the limit of ${this.#fileLimitMs}`;
  }

  /**
   * What a failed test left running could fail the next change's tests, which would then count as noticed.
   */
  async #hasLeftSomething(file: string): Promise<boolean> {
    this.#turnTo(undefined, undefined);
    const { failure } = await this.#run(file);
    return failure !== undefined;
  }

  /** What is reached while modules are loaded belongs to no test. */
  async #loadCode(): Promise<void> {
    for (const file of this.#codeFiles) await import(pathToFileURL(path.resolve(file)).href);
  }

  #run(file: string, options?: { limitMs?: number }) {
    this.#runs += 1;
    return this.#runFile(path.resolve(file), options);
  }

  #turnTo(mutantId: string | undefined, hitLimit: number | undefined): void {
    this.#switch.activeMutant = mutantId;
    this.#switch.hitCount = hitLimit === undefined ? undefined : 0;
    this.#switch.hitLimit = hitLimit;
    if (mutantId === undefined) delete process.env[SWITCH_VARIABLE];
    else process.env[SWITCH_VARIABLE] = mutantId;
  }
}

/** Stryker names the tests of a change in the order in which they stand here. */
function inOrderOf(tests: { id: string }[], { static: atLoad, perTest }: MutantCoverage): MutantCoverage {
  const reached = tests.flatMap(({ id }) => (perTest[id] === undefined ? [] : [[id, perTest[id]]]));
  return { static: atLoad, perTest: Object.fromEntries(reached) };
}

/** `budget.test.ts` knows most about `budget.ts`, and the tests beside it more than those of other folders. */
function putNearestFirst(testFiles: string[], codeFile: string): string[] {
  const own = path.resolve(codeFile.replace(/\.ts$/, ".test.ts"));
  const toDistance = (file: string) => {
    if (path.resolve(file) === own) return 0;
    return path.dirname(path.resolve(file)) === path.dirname(own) ? 1 : 2;
  };
  return testFiles.toSorted((a, b) => toDistance(a) - toDistance(b));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "one-process", OneProcessRunner)];
