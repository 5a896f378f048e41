export type TestStep = {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
};

const NODE_TESTS = [
  "scripts/**/*.test.ts",
  "contracts/test/**/*.test.ts",
  "packages/*/src/**/*.test.ts",
  "examples/**/*.test.ts",
  "apps/api/src/**/*.test.ts",
  "apps/relayer/src/**/*.test.ts",
  "apps/dashboard/src/**/*.test.ts",
  "apps/dashboard/scripts/**/*.test.ts",
];

/**
 * What `npm test` runs: one phase after the other, the lanes of a phase side by side. The contracts' compiler
 * has but one thread, and so does TypeScript's.
 */
export function toTestPhases({
  deepProfile,
}: {
  deepProfile: Record<string, string> | undefined;
}): TestStep[][][] {
  const isDeep = deepProfile !== undefined;
  const deep = deepProfile === undefined ? {} : { DEEP: "1", ...deepProfile };
  return [
    [
      [{ name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] }],
      [{ name: "programs", command: "node", args: ["packages/testkit/src/programs/ensure-programs.ts"] }],
    ],
    [
      [{ name: "contracts", command: "hardhat", args: ["test", "solidity"], cwd: "contracts", env: deep }],
      [
        { name: "unused code", command: "knip", args: [] },
        { name: "types", command: "tsc", args: ["--noEmit"] },
        { name: "types of the dashboard", command: "tsc", args: ["--noEmit", "-p", "apps/dashboard"] },
        { name: "dashboard build", command: "node", args: ["apps/dashboard/scripts/build.ts"] },
      ],
    ],
    [
      [
        {
          name: "packages and services",
          command: "node",
          // Two more than two cores can run: most of these wait for chains and processes half of their time.
          args: ["--test", "--test-concurrency=4", "--test-reporter=spec", ...NODE_TESTS],
          env: deep,
        },
        { name: "dashboard", command: "playwright", args: ["test"], cwd: "apps/dashboard", env: deep },
      ],
    ],
    ...(isDeep ? [[[{ name: "mutation", command: "node", args: ["scripts/mutation.ts"] }]]] : []),
  ];
}
