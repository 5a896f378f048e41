/**
 * How hard the deep profile drives the Solidity tests, as hardhat.config.ts reads it. Each of the 23
 * invariants gets INVARIANT_RUNS x INVARIANT_DEPTH calls of its handler: more than a million in all.
 */
export const deepProfile = {
  FUZZ_RUNS: "2000",
  INVARIANT_RUNS: "320",
  INVARIANT_DEPTH: "256",
} as const;
