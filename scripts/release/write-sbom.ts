import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** What is published, and the services. */
const WORKSPACES = ["packages/sdk", "packages/cli", "apps/api", "apps/relayer"];

/**
 * What these are made of by the lock file, as CycloneDX has it; what only develops them is marked so. npm's own
 * `--omit=dev` would leave out what one workspace runs with and another only develops with.
 */
export function writeSbom({ root, file }: { root: string; file: string }): void {
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const args = ["sbom", ...options, ...WORKSPACES.map((workspace) => `--workspace=${workspace}`)];
  const sbom = execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  writeFileSync(file, sbom);
}
