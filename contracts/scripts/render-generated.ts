// Compiles the contracts and renders what the rest of the project needs of them: typed ABIs into the
// protocol package, and the creation code beside the contracts. The code of the readers, which clients
// send with their calls, goes into the protocol package too. All are committed, so that neither starting nor
// installing compiles anything; the tests fail when they no longer match the sources.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../hardhat.config.ts";

const CONTRACTS_DIR = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const NOTE = "// Written by `npm run export-abi` from the Solidity sources. Do not edit.\n";

const EXPORTS = [
  { contract: "Registry", constant: "registry", file: "registry" },
  { contract: "MinimalForwarder", constant: "minimalForwarder", file: "minimal-forwarder" },
] as const;

/** Every generated file, by its path from the root of the project, with the content it should have. */
export async function renderGenerated(): Promise<Map<string, string>> {
  const hre = await createHardhatRuntimeEnvironment(config, {}, CONTRACTS_DIR);
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const files = new Map<string, string>();
  let creationCode = NOTE;
  for (const { contract, constant, file } of EXPORTS) {
    const artifact = await hre.artifacts.readArtifact(contract);
    files.set(
      `packages/protocol/src/abi/${file}-abi.ts`,
      `${NOTE}export const ${constant}Abi = ${JSON.stringify(artifact.abi, null, 2)} as const;\n`,
    );
    creationCode += `export const ${constant}Bytecode = "${artifact.bytecode}";\n`;
  }
  files.set("contracts/generated/bytecode.ts", creationCode);
  const reader = await hre.artifacts.readArtifact("KyaReader");
  files.set(
    "packages/protocol/src/abi/kya-reader-bytecode.ts",
    `${NOTE}export const kyaReaderBytecode = "${reader.bytecode}";\n`,
  );
  const recordReader = await hre.artifacts.readArtifact("RecordReader");
  files.set(
    "packages/protocol/src/abi/record-reader-code.ts",
    `${NOTE}export const recordReaderCode = "${recordReader.deployedBytecode}";\n`,
  );
  return files;
}

/** The paths whose committed content is not what the sources give. */
export async function findDrift(): Promise<string[]> {
  const drifted: string[] = [];
  for (const [file, content] of await renderGenerated()) {
    const committed = await readFile(fromRoot(file), "utf8").catch(() => undefined);
    if (committed !== content) drifted.push(file);
  }
  return drifted;
}

export function fromRoot(file: string): string {
  return path.resolve(CONTRACTS_DIR, "..", file);
}
