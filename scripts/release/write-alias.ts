import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

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
