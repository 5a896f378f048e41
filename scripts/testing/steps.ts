export type TestStep = {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
};

/** Its steps are begun in their order, so many at once. */
export type TestPhase = { atOnce: number; steps: TestStep[] };

/** They share no more than the modules that they load. */
const UNIT_TESTS = [
  "packages/*/src/**/!(*.integration).test.ts",
  "apps/*/{src,scripts}/**/!(*.integration).test.ts",
];

/** Tests of what is packed or compiled, and of what changes the folder and the variables of its process. */
const SEPARATE_TESTS = [
  "contracts/test/**/*.test.ts",
  "examples/**/*.test.ts",
  "packages/*/src/**/package.integration.test.ts",
  "packages/testkit/src/**/*.integration.test.ts",
];

/**
 * What `npm test` runs: one phase after the other. The contracts' compiler has but one thread, and so does
 * TypeScript's.
 */
export function toTestPhases({
  deepProfile,
}: {
  deepProfile: Record<string, string> | undefined;
}): TestPhase[] {
  const isDeep = deepProfile !== undefined;
  const deep = isDeep ? { DEEP: "1", ...deepProfile } : {};
  const runTests = (name: string, args: string[]): TestStep => ({
    name,
    command: "node",
    args: ["--test-reporter=spec", ...args],
    env: deep,
  });
  /** Each file in a process of its own. */
  const runApart = (name: string, patterns: string[]) =>
    runTests(name, ["--test", "--test-concurrency=2", ...patterns]);
  /** All files in one process, one after the other. */
  const runTogether = (name: string, patterns: string[]) =>
    runTests(name, ["scripts/testing/run-together.ts", ...patterns]);
  return [
    {
      atOnce: 2,
      steps: [
        { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
        { name: "programs", command: "node", args: ["packages/testkit/src/programs/ensure-programs.ts"] },
      ],
    },
    {
      atOnce: 2,
      steps: [
        { name: "contracts", command: "hardhat", args: ["test", "solidity"], cwd: "contracts", env: deep },
        { name: "dashboard build", command: "node", args: ["apps/dashboard/scripts/build.ts"] },
        checkTypes("types", []),
        { name: "unused code", command: "knip", args: [] },
        checkTypes("types of the dashboard", ["-p", "apps/dashboard"]),
      ],
    },
    {
      // The longest first. More than two cores can run: all of them wait for chains, pages and processes at times. In
      // the long runs fewer, since some of those hold the times that the documents promise.
      atOnce: isDeep ? 2 : 3,
      steps: [
        { name: "dashboard", command: "playwright", args: ["test"], cwd: "apps/dashboard", env: deep },
        runApart("scripts", ["scripts/**/*.test.ts"]),
        runApart("query API", ["apps/api/src/**/*.integration.test.ts"]),
        runApart("relayer", ["apps/relayer/src/**/*.integration.test.ts"]),
        runTogether("command line", ["packages/cli/src/**/!(package).integration.test.ts"]),
        runTogether("SDK", ["packages/{protocol,sdk}/src/**/!(package).integration.test.ts"]),
        runApart("packages and contracts", SEPARATE_TESTS),
        runTogether("units", UNIT_TESTS),
      ],
    },
    ...(isDeep
      ? [{ atOnce: 1, steps: [{ name: "mutation", command: "node", args: ["scripts/mutation.ts"] }] }]
      : []),
  ];
}

/** Only what changed since the last time, and what depends on it, is checked again. */
function checkTypes(name: string, args: string[]): TestStep {
  const known = `node_modules/.cache/${name.replaceAll(" ", "-")}.tsbuildinfo`;
  return {
    name,
    command: "tsc",
    args: ["--noEmit", "--incremental", "--tsBuildInfoFile", known, ...args],
  };
}
