/** Code whose every rule must be held by a test: which files are changed, and which tests must notice it. */
export type MutationArea = {
  name: string;
  mutate: string[];
  testFiles: string[];
  /** How long a file of tests may take before it counts as hanging; four seconds if none is given. */
  fileLimitMs?: number;
};

const area = (name: string, folder: string, testFiles: string[], except: string[] = []): MutationArea => ({
  name,
  mutate: [`${folder}/**/*.ts`, `!${folder}/**/*.test.ts`, ...except.map((file) => `!${folder}/${file}`)],
  testFiles,
});

/** Who may write to the index. Only the databases themselves can show whether that holds. */
const LEADERS = ["leader-session.ts", "postgres-leader.ts", "sqlite-leader.ts"];

/** Each change costs a run of the tests that reach it, so these are the quick ones. */
export const MUTATION_AREAS: MutationArea[] = [
  area(
    "protocol",
    "packages/protocol/src",
    // Without those that need a chain, and without opening keystores at full cost, which takes seconds each time.
    ["packages/protocol/src/**/!(*.integration|*-full-cost).test.ts"],
    // Written by a program from the compiled contracts, the lists of what is exported, what only tests use, and what
    // asks a node: only a chain can show whether that holds.
    ["abi/*.ts", "index.ts", "proof.ts", "proof/testing/*.ts", "proof/collect-kya-proof.ts"],
  ),
  area("checks", "apps/relayer/src/checks", ["apps/relayer/src/checks/*.test.ts"]),
  area("ledger", "apps/relayer/src/ledger", ["apps/relayer/src/ledger/!(*.integration).test.ts"]),
  area("send", "apps/relayer/src/send", ["apps/relayer/src/send/*.test.ts"]),
  area("index", "apps/api/src/index/apply", ["apps/api/src/index/apply/!(*.integration).test.ts"], LEADERS),
  {
    name: "leader",
    mutate: LEADERS.map((file) => `apps/api/src/index/apply/${file}`),
    testFiles: ["sqlite-leader.test.ts", "postgres-leader.integration.test.ts"].map(
      (file) => `apps/api/src/index/apply/${file}`,
    ),
    fileLimitMs: 20_000,
  },
  area("provider", "packages/sdk/src/provider", ["packages/sdk/src/provider/!(*.integration).test.ts"]),
];
