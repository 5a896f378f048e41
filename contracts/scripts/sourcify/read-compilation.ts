import { readFile } from "node:fs/promises";
import path from "node:path";

/** All that somebody needs to compile a contract anew, and to get the same code. */
export type Compilation = {
  /** The compiler's standard JSON input. */
  stdJsonInput: unknown;
  /** With the commit, as `0.8.30+commit.73712a01`. */
  compilerVersion: string;
  /** The file as the compiler knows it, and the contract in it. */
  contractIdentifier: string;
};

const CONTRACTS_DIR = path.resolve(import.meta.dirname, "../..");

/** Compiles the contract unless that is done, and tells how. Throws if it is not what would be deployed. */
export async function readCompilation(input: { contract: string; bytecode: string }): Promise<Compilation> {
  const { contract, bytecode } = input;
  // Loaded only by those who verify: deploying alone compiles nothing.
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const { default: config } = await import("../../hardhat.config.ts");
  const hre = await createHardhatRuntimeEnvironment(config, {}, CONTRACTS_DIR);
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const artifact = await hre.artifacts.readArtifact(contract);
  if (artifact.bytecode !== bytecode) {
    throw new Error(
      `The sources of ${contract} are not those of the code to deploy. Run: npm run export-abi`,
    );
  }
  const { buildInfoId = "", inputSourceName } = artifact;
  const file = await hre.artifacts.getBuildInfoPath(buildInfoId);
  if (file === undefined)
    throw new Error(`How ${contract} was compiled is not known: remove contracts/artifacts.`);
  const { input: stdJsonInput, solcLongVersion } = JSON.parse(await readFile(file, "utf8"));
  const contractIdentifier = `${inputSourceName}:${contract}`;
  return { stdJsonInput, compilerVersion: solcLongVersion, contractIdentifier };
}
