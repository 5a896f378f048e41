// `node scripts/run.mjs scripts/prepare-release.ts v1.2.3`, run by the release workflow: builds the packages to publish,
// with the address of the repository (REPOSITORY_URL), and writes the short name's package, the notes, the bill of materials
// and the entry for registries of MCP servers into `release/`.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  findChangelogSection,
  findReleaseProblems,
  toMcpServer,
  toRepositoryFields,
  writeAlias,
  writeSbom,
} from "./release/release.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const PUBLISHED = ["packages/sdk", "packages/cli"];

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const writeJson = (file: string, value: object) =>
  writeFileSync(path.join(ROOT, file), `${JSON.stringify(value, null, 2)}\n`);
const readManifest = (folder: string) => JSON.parse(read(`${folder}/package.json`));

const [tag = ""] = process.argv.slice(2);
const repositoryUrl = process.env.REPOSITORY_URL ?? "";
const changelog = read("CHANGELOG.md");
const server = JSON.parse(read("packages/cli/server.json"));
const versions = Object.fromEntries([
  ...PUBLISHED.map(readManifest).map(({ name, version }) => [name, version] as const),
  ["packages/cli/server.json", server.version],
  ["Its package", server.packages[0].version],
]);
const problems = findReleaseProblems({ tag, versions, changelog, repositoryUrl });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

const release = path.join(ROOT, "release");
mkdirSync(release, { recursive: true });
const mcpServer = toMcpServer({ server, url: repositoryUrl });
writeJson("release/server.json", mcpServer);

for (const directory of PUBLISHED) {
  execFileSync(process.execPath, [`${directory}/scripts/build.ts`], { cwd: ROOT, stdio: "inherit" });
  const manifest = {
    ...readManifest(`${directory}/dist`),
    ...toRepositoryFields({ url: repositoryUrl, directory }),
    // By this a registry of MCP servers sees that the package belongs to the entry.
    ...(directory === "packages/cli" ? { mcpName: mcpServer.name } : {}),
  };
  writeJson(`${directory}/dist/package.json`, manifest);
}
writeAlias({
  root: ROOT,
  outDir: path.join(release, "alias"),
  manifest: readManifest("packages/cli/dist"),
  fields: toRepositoryFields({ url: repositoryUrl, directory: "packages/cli" }),
});
const notes = findChangelogSection({ changelog, version: tag.slice(1) });
writeFileSync(path.join(release, "notes.md"), `${notes}\n`);
writeSbom({ root: ROOT, file: path.join(release, "sbom.cdx.json") });
console.log(`Prepared ${tag}: the packages in their dist folders, notes and bill of materials in ${release}`);
