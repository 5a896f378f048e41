export type TestStep = {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** The names of steps whose work this one uses, all of them before it in the list. */
  after?: string[];
};

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
 * What `npm test` runs, in the order in which it is begun: what others wait for and what takes long first, so that no
 * core is idle at the end.
 */
export function toTestSteps({
  deepProfile,
}: {
  deepProfile: Record<string, string> | undefined;
}): TestStep[] {
  const isDeep = deepProfile !== undefined;
  const deep = isDeep ? { DEEP: "1", ...deepProfile } : {};
  const runTests = (name: string, args: string[]): TestStep => ({
    name,
    command: "node",
    args: ["--test-reporter=spec", ...args],
    env: deep,
    after: ["programs"],
  });
  /** Each file in a process of its own. */
  const runApart = (name: string, patterns: string[]) =>
    runTests(name, ["--test", "--test-concurrency=2", ...patterns]);
  /** All files in one process, one after the other. */
  const runTogether = (name: string, patterns: string[]) =>
    runTests(name, ["scripts/testing/run-together.ts", ...patterns]);
  const steps: TestStep[] = [
    { name: "programs", command: "node", args: ["packages/testkit/src/programs/ensure-programs.ts"] },
    { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
    { name: "dashboard build", command: "node", args: ["apps/dashboard/scripts/build.ts"] },
    { name: "contracts", command: "hardhat", args: ["test", "solidity"], cwd: "contracts", env: deep },
    // One of them starts the project in a copy of this folder, the dashboard's build included.
    { ...runApart("scripts", ["scripts/**/*.test.ts"]), after: ["programs", "dashboard build"] },
    {
      name: "dashboard",
      command: "playwright",
      args: ["test"],
      cwd: "apps/dashboard",
      env: deep,
      after: ["programs", "dashboard build"],
    },
    runTogether("query API", ["apps/api/src/**/*.integration.test.ts"]),
    checkTypes("types", []),
    runTogether("relayer and signing", ["apps/{relayer,dashboard}/src/**/*.integration.test.ts"]),
    runTogether("command line", ["packages/cli/src/**/!(package).integration.test.ts"]),
    checkTypes("types of the dashboard", ["-p", "apps/dashboard"]),
    runTogether("SDK", ["packages/{protocol,sdk}/src/**/!(package).integration.test.ts"]),
    { ...runApart("packages and contracts", SEPARATE_TESTS), after: ["programs", "contracts"] },
    runTogether("units", UNIT_TESTS),
    { name: "unused code", command: "knip", args: [] },
    { name: "OpenAPI documents", command: "node", args: ["scripts/check-openapi.ts"] },
  ];
  if (!isDeep) return steps;
  // A change counts as noticed if the tests take far longer with it, so nothing else may slow them down.
  const after = steps.map(({ name }) => name);
  return [...steps, { name: "mutation", command: "node", args: ["scripts/mutation.ts"], after }];
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
