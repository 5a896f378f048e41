import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { toTestSteps } from "./steps.ts";
import { listFiles, OTHER_TESTS, QUICK_TESTS, type TestFiles } from "./test-files.ts";

process.chdir(path.resolve(import.meta.dirname, "../.."));

const list = (tests: Record<string, readonly TestFiles[]>) => Object.values(tests).flat().flatMap(listFiles);

/** The tests of these files run once for each of the engines that the step has them run on. */
function isByEngine(file: string): boolean {
  return /of testedEngines\)/.test(readFileSync(file, "utf8"));
}

it("every test file belongs to one run, and is run once on each engine", () => {
  const files = listFiles({ files: ["**/*.test.ts", "**/*.spec.ts"] });
  assert.ok(files.length > 200, "the tests are not found");
  const [quick, others] = [list(QUICK_TESTS), list(OTHER_TESTS)];
  const listed = [...quick, ...others];
  const missing = files.filter((file) => !listed.includes(file));
  assert.deepEqual(missing, [], "scripts/testing/test-files.ts says of every file which run it belongs to");
  const twice = listed.filter((file, i) => listed.indexOf(file) !== i);
  assert.deepEqual(twice.sort(), quick.filter(isByEngine).sort());
  assert.deepEqual(twice.sort(), OTHER_TESTS["query API, PostgreSQL"].flatMap(listFiles).sort());
});

it("every pattern of the list names a file", () => {
  const patterns = [...Object.values(QUICK_TESTS), ...Object.values(OTHER_TESTS)].flat();
  for (const pattern of patterns.flatMap(({ files }): readonly string[] => files)) {
    // One of a few names in braces may be wrong while the others are right.
    const [, start = "", names = "", end = ""] = /^(.*\/)\{([\w,-]+)\}(.*)$/.exec(pattern) ?? [];
    const each = names === "" ? [pattern] : names.split(",").map((name) => start + name + end);
    for (const one of each) assert.ok(globSync(one).length > 0, `no file is named ${one}`);
  }
});

it("the two runs together run what the list says, and so does the run of all", () => {
  const run = (...runs: ("test" | "rest" | "all")[]) =>
    runs
      .flatMap((each) => toTestSteps({ run: each, deepProfile: undefined }))
      .flatMap(({ tests = [] }) => tests.flatMap(listFiles))
      .sort();
  const listed = [...list(QUICK_TESTS), ...list(OTHER_TESTS)].sort();
  assert.deepEqual(run("test", "rest"), listed);
  assert.deepEqual(run("all"), listed);
});

it("the run of all has every check that has no test file", () => {
  const checks = (run: "test" | "rest" | "all") =>
    toTestSteps({ run, deepProfile: undefined }).flatMap(({ name, tests }) => (tests ? [] : [name]));
  assert.deepEqual(checks("all").sort(), [...new Set([...checks("test"), ...checks("rest")])].sort());
});

it("what a step waits for is begun before it", () => {
  for (const run of ["test", "rest", "all"] as const) {
    const steps = toTestSteps({ run, deepProfile: {} });
    for (const [index, { name, after = [] }] of steps.entries()) {
      const earlier = steps.slice(0, index).map((step) => step.name);
      assert.deepEqual(
        after.filter((needed) => !earlier.includes(needed)),
        [],
        name,
      );
    }
  }
});

it("npm test needs no program but a browser", () => {
  const needed = Object.values(QUICK_TESTS).flatMap((tests: readonly TestFiles[]) =>
    tests.flatMap(({ needs = [] }) => needs),
  );
  assert.deepEqual([...new Set(needed)], ["chromium"]);
});

it("a step whose tests need a program waits until the programs are there", () => {
  for (const run of ["test", "rest", "all"] as const) {
    const steps = toTestSteps({ run, deepProfile: undefined });
    const needing = steps.filter(({ tests = [] }) => tests.some(({ needs }) => needs));
    assert.ok(needing.length > 0, run);
    for (const { name, after = [] } of needing) assert.ok(after.includes("programs"), `${name} in ${run}`);
  }
});
