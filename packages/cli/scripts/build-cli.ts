import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The command in one file, with the packages that it uses, except those that are installed beside it. */
export async function bundleCli({
  outFile,
  external,
  define = {},
}: {
  outFile: string;
  external: string[];
  define?: Record<string, string>;
}): Promise<void> {
  await build({
    stdin: {
      contents: 'import { main } from "./src/main.ts"; await main();',
      resolveDir: root,
      loader: "ts",
    },
    outfile: outFile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: external.flatMap((name) => [name, `${name}/*`]),
    define,
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
}

/** Bundles our own code into one file; its dependencies are installed beside it. */
export async function buildCli({ outDir }: { outDir: string }): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const source = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const external = Object.keys(source.dependencies).filter((name) => !name.startsWith("@agent-registry/"));
  // Its sentences name commands as they are run outside of this folder.
  const define = { IS_PACKAGED: "true" };
  await bundleCli({ outFile: path.join(outDir, "agent-registry.js"), external, define });
  const manifest = {
    name: source.name,
    version: source.version,
    description: source.description,
    license: source.license,
    type: "module",
    publishConfig: { access: "public" },
    engines: { node: ">=22.18" },
    bin: { "agent-registry": "./agent-registry.js" },
    // Those that it was tested with: a program brings all that it needs, and shares none of it.
    dependencies: Object.fromEntries(external.map((name) => [name, source.dependencies[name]])),
  };
  writeFileSync(path.join(outDir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(path.join(root, "README.md"), path.join(outDir, "README.md"));
  cpSync(path.join(root, "..", "..", "LICENSE"), path.join(outDir, "LICENSE"));
}
