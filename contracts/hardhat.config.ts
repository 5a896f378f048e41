import { createRequire } from "node:module";
import { defineConfig } from "hardhat/config";

// The compiler is an npm package like any other, so that nothing is downloaded behind our back.
const solcPath = createRequire(import.meta.url).resolve("solc/soljson.js");
const solc = { version: "0.8.30", path: solcPath };
const evmVersion = "prague";

// A contract has at most 24,576 bytes. With a million runs the Registry would be larger: functions that several others
// use would stand in each of them.
const deployed = {
  ...solc,
  settings: { optimizer: { enabled: true, runs: 60_000 }, viaIR: true, evmVersion },
};

// Tests are compiled without the optimizer: that takes a small part of the time, and the optimizer
// would read `block.timestamp` once and not again after a `vm.warp`. The contracts under test are
// not touched by this: tests deploy their artifacts, as compiled for deployment.
const tests = { ...solc, settings: { optimizer: { enabled: false }, evmVersion } };

// Hardhat compiles overridden files one by one and all others together. Two contracts are deployed, two are
// sent with calls, and there are many tests, so the four are the override.
const contracts = [
  "src/Registry.sol",
  "src/MinimalForwarder.sol",
  "src/KyaReader.sol",
  "src/RecordReader.sol",
];

export default defineConfig({
  paths: { sources: "./src", tests: { solidity: "./test" }, artifacts: "./artifacts", cache: "./cache" },
  solidity: {
    // The contracts are then built first even if a single test is run, and tests leave no artifacts
    // among those of the contracts.
    splitTestsCompilation: true,
    compilers: [tests],
    overrides: Object.fromEntries(contracts.map((file) => [file, deployed])),
  },
  test: {
    solidity: {
      fuzz: { runs: fromEnv("FUZZ_RUNS", 32) },
      invariant: {
        runs: fromEnv("INVARIANT_RUNS", 4),
        depth: fromEnv("INVARIANT_DEPTH", 64),
        // A handler's call is meant to succeed or to assert why not: a revert is a defect in it.
        failOnRevert: true,
      },
    },
  },
});

function fromEnv(name: string, quickDefault: number): number {
  const value = process.env[name];
  if (value === undefined) return quickDefault;
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`${name} must be a whole number above 0, not "${value}"`);
  return Number(value);
}
