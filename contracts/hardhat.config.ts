import { createRequire } from "node:module";
import { defineConfig } from "hardhat/config";

// The compiler is an npm package like any other, so that nothing is downloaded behind our back.
const solcPath = createRequire(import.meta.url).resolve("solc/soljson.js");

export default defineConfig({
  paths: { sources: "./src", tests: { solidity: "./test" }, artifacts: "./artifacts", cache: "./cache" },
  solidity: {
    version: "0.8.30",
    path: solcPath,
    settings: { optimizer: { enabled: true, runs: 1_000_000 }, viaIR: true, evmVersion: "prague" },
  },
});
