import { TESTED_ENGINES_VARIABLE } from "@agent-registry/testkit";
import { OTHER_TESTS, QUICK_TESTS, type TestFiles } from "./test-files.ts";

export type TestStep = {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** How many of the places it takes for itself, if it is several processes that are always busy; 1 if not given. */
  places?: number;
  /** The names of steps whose work this one uses, all of them before it in the list. */
  after?: string[];
  /** The files that alone decide how it ends, if that is so: while they stay as they are, it is not run again. */
  dependsOn?: readonly string[];
  /** The test files that it runs: named after the arguments, from the repository's root. */
  tests?: readonly TestFiles[];
};

/** `npm test`, what `npm run test:all` runs besides, or both. */
export type Run = "test" | "rest" | "all";

type Options = { run: Run; deepProfile: Record<string, string> | undefined };

/**
 * The steps of a run in the order in which they are begun: what others wait for and what takes long first, so that no
 * core is idle at the end.
 */
export function toTestSteps({ run, deepProfile }: Options): TestStep[] {
  const deep = deepProfile === undefined ? {} : { DEEP: "1", ...deepProfile };
  const chosen = { test: toQuickSteps, rest: toOtherSteps, all: toAllSteps }[run](deep);
  const programs = new Set(chosen.flatMap(({ tests = [] }) => tests.flatMap(({ needs = [] }) => needs)));
  const ensurePrograms = "packages/testkit/src/programs/ensure-programs.ts";
  const all: TestStep[] = [
    { name: "programs", command: "node", args: [ensurePrograms, ...programs] },
    ...chosen,
  ];
  const names = new Set(all.map(({ name }) => name));
  // What only the other run does is done already.
  const steps = all.map((step) => ({
    ...step,
    after: (step.after ?? []).filter((name) => names.has(name)),
  }));
  if (deepProfile === undefined) return steps;
  // A change counts as noticed if the tests take far longer with it, so nothing else may slow them down.
  const after = steps.map(({ name }) => name);
  return [...steps, { name: "mutation", command: "node", args: ["scripts/mutation.ts"], after }];
}

type Env = Record<string, string>;

const LOCK_FILE = "package-lock.json";
/** What is published, and the chain that its tests put it to use on. */
const PACKED_FILES = ["packages/**/*.{ts,mjs,json,md}", "contracts/{generated,scripts}/**/*.ts", LOCK_FILE];

function toQuickSteps(deep: Env): TestStep[] {
  const { together, apart } = createRunners(QUICK_TESTS, deep);
  return [
    { name: "dashboard build", command: "node", args: ["apps/dashboard/scripts/build.ts"] },
    { name: "contracts", command: "hardhat", args: ["test", "solidity"], cwd: "contracts", env: deep },
    { ...together("query API"), env: { ...deep, [TESTED_ENGINES_VARIABLE]: "sqlite" } },
    together("relayer and signing"),
    together("units"),
    toPages("pages", QUICK_TESTS.pages, { ...deep, DASHBOARD_WALK: "1" }),
    together("command line"),
    together("SDK"),
    checkTypes("types", []),
    checkTypes("types of the dashboard", ["-p", "apps/dashboard"]),
    { ...apart("contracts' tables"), after: ["contracts"] },
    apart("scripts"),
    { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
    { name: "unused code", command: "knip", args: [] },
  ];
}

function toOtherSteps(deep: Env): TestStep[] {
  const { together, apart } = createRunners(OTHER_TESTS, deep);
  return [
    together("index, at length"),
    together("query API, at length"),
    { ...toPages("pages, at length", OTHER_TESTS["pages, at length"], deep), places: 2 },
    // One of them starts the project in a copy of this folder, the dashboard's build included.
    { ...apart("guides and processes"), after: ["programs", "dashboard build"] },
    { ...together("query API, PostgreSQL"), env: { ...deep, [TESTED_ENGINES_VARIABLE]: "postgres" } },
    together("command line, at length"),
    together("relayer, at length"),
    { ...apart("packages"), dependsOn: PACKED_FILES },
    { ...apart("contracts and examples"), after: ["contracts"] },
    together("SDK, at length"),
    {
      name: "OpenAPI documents",
      command: "node",
      args: ["scripts/check-openapi.ts"],
      dependsOn: ["apps/*/openapi.json", "scripts/{check-openapi,openapi/**/*}.ts", LOCK_FILE],
    },
  ];
}

/** What takes long first, and all pages in one step: what they are of is started once. */
function toAllSteps(deep: Env): TestStep[] {
  const [build, contracts, ...quick] = toQuickSteps(deep).filter(({ name }) => name !== "pages");
  const others = toOtherSteps(deep).map((step) =>
    step.name === "pages, at length"
      ? { ...step, name: "pages", tests: [...QUICK_TESTS.pages, ...OTHER_TESTS["pages, at length"]] }
      : step,
  );
  return [build, contracts, ...others, ...quick].filter((step) => step !== undefined);
}

function createRunners<Name extends string>(tests: Record<Name, readonly TestFiles[]>, env: Env) {
  const run = (name: Name, args: string[]): TestStep => ({
    name,
    command: "node",
    args: ["--test-reporter=spec", ...args],
    env,
    tests: tests[name],
    ...(tests[name].some(({ needs }) => needs) ? { after: ["programs"] } : {}),
  });
  return {
    /** All files in one process, one after the other. */
    together: (name: Name) => run(name, ["scripts/testing/run-together.ts"]),
    /** Each file in a process of its own. */
    apart: (name: Name) =>
      run(name, [
        "--test-reporter-destination=stdout",
        "--test-reporter=./scripts/testing/file-times.ts",
        "--test-reporter-destination=stdout",
        "--test",
        "--test-concurrency=2",
      ]),
  };
}

function toPages(name: string, tests: readonly TestFiles[], env: Env): TestStep {
  const args = ["test", "--config=apps/dashboard"];
  return { name, command: "playwright", args, env, tests, after: ["programs", "dashboard build"] };
}

/** Only what changed since the last time, and what depends on it, is checked again. */
function checkTypes(name: string, args: string[]): TestStep {
  const known = `node_modules/.cache/${name.replaceAll(" ", "-")}.tsbuildinfo`;
  const flags = ["--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", known];
  return { name, command: "node", args: ["node_modules/typescript-7/bin/tsc", ...flags, ...args] };
}
