import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const ENTRIES = {
  ".": "index",
  "./fetch": "provider/fetch",
  "./hono": "provider/hono",
  "./express": "provider/express",
  "./fastify": "provider/fastify",
  "./api": "api",
  "./browser-wallet": "browser-wallet",
  "./offline": "offline",
  "./domain": "domain",
  "./evidence": "evidence/keep-evidence",
  "./x402": "x402",
  "./nonce-store-postgres": "provider/nonce-store-postgres",
  "./nonce-store-redis": "provider/nonce-store-redis",
};

/** What `#key-file` is, by the conditions under which a program is run or bundled. */
const KEY_FILES = { node: "key-file", default: "no-key-file" };

/** What the SDK imports of the protocol package. */
const PROTOCOL_ENTRIES = {
  "@agent-registry/protocol": "index",
  "@agent-registry/protocol/checksum-address": "checksum-address",
  "@agent-registry/protocol/domain": "domain/index",
  "@agent-registry/protocol/exact-json": "exact-json",
  "@agent-registry/protocol/forward-request": "forward-request",
  "@agent-registry/protocol/keystore": "keystore/index",
  "@agent-registry/protocol/limits": "limits",
  "@agent-registry/protocol/objection-text": "text/objection-text",
  "@agent-registry/protocol/proof": "proof/index",
  "@agent-registry/protocol/read-body": "read-body",
  "@agent-registry/protocol/registry-views-abi": "abi/registry-views-abi",
  "@agent-registry/protocol/request-id": "request-id",
  "@agent-registry/protocol/revert-reason": "revert-reason",
  "@agent-registry/protocol/signed": "signed/index",
};

/**
 * Compiles the SDK and the protocol package that it stands on, file by file: a bundler can then drop
 * every file that is not used, which it could not do with one big file.
 */
export function buildSdk({ outDir }: { outDir: string }): void {
  rmSync(outDir, { recursive: true, force: true });
  compile({ outDir });
  const source = readManifest("sdk");
  mkdirSync(outDir, { recursive: true });
  writeFileSync(path.join(outDir, "package.json"), `${JSON.stringify(toManifest(source), null, 2)}\n`);
  cpSync(path.join(packages, "sdk", "README.md"), path.join(outDir, "README.md"));
  cpSync(path.join(packages, "..", "LICENSE"), path.join(outDir, "LICENSE"));
}

function compile({ outDir }: { outDir: string }): void {
  const config = ts.readConfigFile(path.join(packages, "..", "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, packages);
  const program = ts.createProgram({
    rootNames: [...Object.values(ENTRIES), ...Object.values(KEY_FILES)].map((entry) =>
      path.join(packages, "sdk", "src", `${entry}.ts`),
    ),
    options: {
      ...options,
      // ES2022 runs unchanged in every browser and Node of the last years.
      target: ts.ScriptTarget.ES2022,
      noEmit: false,
      // The types of the sources are checked with those of the whole workspace, not again here.
      noCheck: true,
      declaration: true,
      rootDir: packages,
      outDir,
      rewriteRelativeImportExtensions: true,
      // Found through node_modules it would count as a third party's package, and not be compiled.
      paths: Object.fromEntries(
        Object.entries(PROTOCOL_ENTRIES).map(([name, file]) => [
          name,
          [path.join(packages, "protocol", "src", `${file}.ts`)],
        ]),
      ),
    },
  });
  const diagnostics = [...program.getConfigFileParsingDiagnostics(), ...program.getSyntacticDiagnostics()];
  const result = program.emit(undefined, (file, text) => {
    const target = file.replace("/src/", "/");
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, relink({ file: target, text, outDir }));
  });
  const problems = [...diagnostics, ...result.diagnostics];
  if (problems.length === 0) return;
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => packages,
    getNewLine: () => "\n",
  };
  throw new Error(ts.formatDiagnostics(problems, host));
}

/** Points imports of the protocol package to the copy inside this package. */
function relink({ file, text, outDir }: { file: string; text: string; outDir: string }): string {
  let linked = text;
  for (const [name, entry] of Object.entries(PROTOCOL_ENTRIES)) {
    const relative = path.relative(path.dirname(file), path.join(outDir, "protocol", `${entry}.js`));
    const local = relative.startsWith(".") ? relative : `./${relative}`;
    linked = linked.replaceAll(JSON.stringify(name), JSON.stringify(local));
  }
  // The compiler rewrites these in JavaScript, but leaves them in declarations.
  return linked.replace(/((?:from|import)\s*\(?\s*")(\.[^"]*)\.ts"/g, '$1$2.js"');
}

type Manifest = Record<string, unknown> & Record<"dependencies" | "peerDependencies", Record<string, string>>;

function readManifest(name: string): Manifest {
  return JSON.parse(readFileSync(path.join(packages, name, "package.json"), "utf8"));
}

function toManifest(source: Manifest) {
  const { jose, zod } = source.dependencies;
  const { "@noble/hashes": hashes } = readManifest("protocol").dependencies;
  const { hono, express, "@x402/core": x402 } = source.devDependencies as Record<string, string>;
  return {
    name: source.name,
    version: source.version,
    description: source.description,
    license: source.license,
    type: "module",
    publishConfig: { access: "public" },
    sideEffects: false,
    engines: { node: ">=20" },
    exports: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [
        name,
        { types: `./sdk/${file}.d.ts`, default: `./sdk/${file}.js` },
      ]),
    ),
    imports: {
      "#key-file": Object.fromEntries(
        Object.entries(KEY_FILES).map(([condition, file]) => [condition, `./sdk/${file}.js`]),
      ),
    },
    dependencies: { "@noble/hashes": `^${hashes}`, jose: `^${jose}`, zod: `^${zod}` },
    // A program's own viem and this one's must be one: accounts, chains and errors pass between them.
    peerDependencies: {
      ...source.peerDependencies,
      hono: `^${hono}`,
      express: `>=${express?.split(".")[0]}`,
      "@x402/core": `^${x402}`,
    },
    peerDependenciesMeta: {
      hono: { optional: true },
      express: { optional: true },
      "@x402/core": { optional: true },
    },
  };
}
