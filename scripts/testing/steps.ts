export type TestStep = {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
};

/** Its steps are begun in their order, so many at once. */
export type TestPhase = { atOnce: number; steps: TestStep[] };

/** In one process: they share no more than the modules that they load. */
const UNIT_TESTS = [
  "packages/*/src/**/!(*.integration).test.ts",
  "apps/*/{src,scripts}/**/!(*.integration).test.ts",
];

/** In a process of their own each, since they change this process's folder and variables, or take long. */
const ISOLATED_TESTS = [
  "scripts/**/*.test.ts",
  "apps/api/src/**/*.integration.test.ts",
  "packages/*/src/**/package.integration.test.ts",
  "packages/testkit/src/**/*.integration.test.ts",
  "contracts/test/**/*.test.ts",
  "examples/**/*.test.ts",
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
  const deep = deepProfile === undefined ? {} : { DEEP: "1", ...deepProfile };
  const runTests = (name: string, args: string[]): TestStep => ({
    name,
    command: "node",
    args: ["--test-reporter=spec", ...args],
    env: deep,
  });
  const runTogether = (name: string, patterns: string[]): TestStep =>
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
        { name: "types", command: "tsc", args: ["--noEmit"] },
        { name: "unused code", command: "knip", args: [] },
        { name: "types of the dashboard", command: "tsc", args: ["--noEmit", "-p", "apps/dashboard"] },
      ],
    },
    {
      // With the two of the first step two more than two cores can run: most wait half of their time.
      atOnce: 3,
      steps: [
        runTests("isolated tests", ["--test", "--test-concurrency=2", ...ISOLATED_TESTS]),
        runTogether("relayer", ["apps/relayer/src/**/*.integration.test.ts"]),
        runTogether("command line", ["packages/cli/src/**/!(package).integration.test.ts"]),
        runTogether("SDK", ["packages/{protocol,sdk}/src/**/!(package).integration.test.ts"]),
        runTogether("units", UNIT_TESTS),
      ],
    },
    {
      atOnce: 1,
      steps: [{ name: "dashboard", command: "playwright", args: ["test"], cwd: "apps/dashboard", env: deep }],
    },
  ];
}
