import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What the changelog says of a version; undefined if it says nothing. */
export function findChangelogSection(input: { changelog: string; version: string }): string | undefined {
  const sections = input.changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === input.version);
  return section?.slice(section.indexOf("\n")).trim() || undefined;
}

type Release = {
  tag: string;
  /** Of the packages that are published, by their names. */
  versions: Record<string, string>;
  changelog: string;
  repositoryUrl: string;
};

/** Why a tag cannot be released; empty if it can. */
export function findReleaseProblems({ tag, versions, changelog, repositoryUrl }: Release): string[] {
  const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
  if (version === undefined) return [`The tag ${tag} is no version such as v1.2.3.`];
  const problems = Object.entries(versions)
    .filter(([, published]) => published !== version)
    .map(([name, published]) => `${name} has version ${published}, not ${version}.`);
  if (findChangelogSection({ changelog, version }) === undefined)
    problems.push(`CHANGELOG.md has no section "## ${version}".`);
  if (!/^https:\/\/[^\s/]+\/[^\s?#]+[^\s?#/]$/.test(repositoryUrl))
    problems.push(
      "REPOSITORY_URL must be the https:// address of the repository that the packages come from.",
    );
  return problems;
}

/** Where a published package says it comes from. A package with provenance must be published from there. */
export function toRepositoryFields({ url, directory }: { url: string; directory: string }) {
  return {
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory },
  };
}

/**
 * `packages/cli/server.json` as registries of MCP servers take it. Its name stands below the place that the packages come
 * from, since these registries ask the publisher to prove that the name is its own.
 */
export function toMcpServer<T extends object>({ server, url }: { server: T; url: string }) {
  const { hostname, pathname } = new URL(url);
  const owner = pathname.split("/")[1];
  const namespace =
    hostname === "github.com" ? `io.github.${owner}` : hostname.split(".").reverse().join(".");
  return {
    ...server,
    name: `${namespace}/agent-registry`,
    repository: { url, source: hostname.replace(/\.com$/, ""), subfolder: "packages/cli" },
  };
}

/** What is taken over from the published manifest of the command line. */
type Manifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  bin: { "agent-registry": string };
};

/**
 * The package `agent-registry`, which is the command line by its short name: who types `npx agent-registry` outside of
 * this repository must not run a stranger's program. `fields` say where it comes from.
 */
export function writeAlias(input: {
  root: string;
  outDir: string;
  manifest: Manifest;
  fields: object;
}): void {
  const { root, outDir, manifest, fields } = input;
  const { name, version, description, license, engines, bin } = manifest;
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const alias = {
    name: "agent-registry",
    version,
    description,
    license,
    type: "module",
    publishConfig: { access: "public" },
    engines,
    bin: { "agent-registry": "./agent-registry.js" },
    // The very same version, or the two names would be two programs.
    dependencies: { [name]: version },
    ...fields,
  };
  const files = {
    "package.json": `${JSON.stringify(alias, null, 2)}\n`,
    "agent-registry.js": `#!/usr/bin/env node\nimport "${path.posix.join(name, bin["agent-registry"])}";\n`,
    "README.md": `# agent-registry\n\nThe command line of the Agent Registry: another name of \`${name}\`, in the same version.\n`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(outDir, file), text);
  cpSync(path.join(root, "LICENSE"), path.join(outDir, "LICENSE"));
}

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
