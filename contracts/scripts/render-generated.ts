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

/** Every generated file, by its path from the root of the project, with the content it should have. */
export async function renderGenerated(): Promise<Map<string, string>> {
  const hre = await createHardhatRuntimeEnvironment(config, {}, CONTRACTS_DIR);
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const files = new Map<string, string>();
  const registry = await hre.artifacts.readArtifact("Registry");
  const forwarder = await hre.artifacts.readArtifact("MinimalForwarder");
  const toList = (abi: readonly unknown[]) => `${JSON.stringify(abi, null, 2)} as const`;
  // The views apart, since web pages that only ask load nothing of how to write.
  const isView = (part: (typeof registry.abi)[number]) => part.stateMutability === "view";
  files.set(
    "packages/protocol/src/abi/registry-views-abi.ts",
    `${NOTE}export const registryViewsAbi = ${toList(registry.abi.filter(isView))};\n`,
  );
  files.set(
    "packages/protocol/src/abi/registry-abi.ts",
    `${NOTE}import { registryViewsAbi } from "./registry-views-abi.ts";

const others = ${toList(registry.abi.filter((part) => !isView(part)))};

export const registryAbi = [...registryViewsAbi, ...others] as const;
`,
  );
  files.set(
    "packages/protocol/src/abi/minimal-forwarder-abi.ts",
    `${NOTE}export const minimalForwarderAbi = ${toList(forwarder.abi)};\n`,
  );
  files.set(
    "contracts/generated/bytecode.ts",
    `${NOTE}export const registryBytecode = "${registry.bytecode}";
export const minimalForwarderBytecode = "${forwarder.bytecode}";
`,
  );
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
