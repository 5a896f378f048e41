import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { devAccounts } from "@agent-registry/testkit";
import ts from "typescript";
import { getContractAddress } from "viem";
import { DOCUMENTS, readBlocks } from "./testing/read-blocks.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Blocks that nothing runs, by how they begin, and why not. Anything else must be `sh` or `ts`, and is tried. */
const NOT_RUN: Record<string, string> = {
  "npm start     #": "README: this test is part of the one command, and other tests start the other",
  "   agent (a private key": "README: a drawing",
  "RPC_URL=… DEPLOYER_KEY=…": "README: a form to fill in; the guide for operators has it filled in",
  "node scripts/run.mjs examples/provider/provider.ts":
    "the example: the guide for providers runs both of its programs",
  "node scripts/run.mjs examples/shop/shop.ts":
    "the example: the guide for providers runs both of its programs",
  "agent-registry keygen\n": "the command line: forms to fill in; the guides have them filled in",
  "npm install @agent-registry/cli   ":
    "agents: what is not published yet; the tests of the packages install it",
  "npm install @agent-registry/sdk viem hono": "providers: the same",
  "export REGISTRY_CHAIN": "agents: settings for another folder",
  '{\n  "mcpServers"': "agents: settings of another program; the tests of the server use the same command",
  "REGISTRY_CHAIN=base-sepolia": "agents: settings for a register that is elsewhere",
  '{\n  "type"': "agents: the file of a domain",
  "cd /opt/agent-registry &&": "operators: commands of a system that systemd runs; the units are tested",
  "systemctl daemon-reload": "operators: the same, once its settings are filled in",
  "cd /opt/agent-registry-1.2.3 &&": "operators: the same, for an upgrade",
  "apt-get install postgresql":
    "operators: commands for a machine of the operator's; the tests have a server of their own",
  "cd deploy/compose &&": "operators: commands of a container engine; the compose file is tested",
  "content-digest: sha-256": "providers: a wire format",
  "agent-registry kya 0x… --prove": "providers: a form to fill in; the commands below it have it filled in",
};

/** Links to files, and paths from the root in backticks. Forms to fill in (`deployments/<chainId>.json`) are none. */
const PATHS =
  /\]\((?!https?:)([^)#\s]+)|`((?:apps|bench|contracts|deploy|docs|examples|packages|scripts)\/[\w./*-]+)`/g;

/** Links to a heading, of the same document or of another one. */
const HEADINGS = /\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g;

describe("the documents", () => {
  const documents = globSync(["*.md", "{apps,bench,contracts,docs,examples,packages}/**/*.md"], {
    cwd: ROOT,
    exclude: (name) => name.split("/").some((part) => ["node_modules", ".next"].includes(part)),
  });

  it("name only files that exist", () => {
    const missing = documents.flatMap((document) =>
      [...readFileSync(path.join(ROOT, document), "utf8").matchAll(PATHS)]
        .map(([, link, file]) => file ?? path.join(path.dirname(document), link ?? ""))
        .filter((file) => !existsSync(path.join(ROOT, file)) && globSync(file, { cwd: ROOT }).length === 0)
        .map((file) => `${document}: ${file}`),
    );
    assert.ok(documents.length > 15, "the documents are not found");
    assert.deepEqual(missing, []);
  });

  it("link only to headings that exist", () => {
    const missing = documents.flatMap((document) =>
      [...readFileSync(path.join(ROOT, document), "utf8").matchAll(HEADINGS)]
        .map(([, link = "", heading = ""]) => ({
          file: link === "" ? document : path.join(path.dirname(document), link),
          heading,
        }))
        .filter(({ file, heading }) => !findHeadings(file).includes(heading))
        .map(({ file, heading }) => `${document}: ${file}#${heading}`),
    );
    assert.deepEqual(missing, []);
  });

  it("name the local register's Registry, and not its Forwarder, where a program asks for it", () => {
    const from = devAccounts.owner.address;
    // The second contract that is deployed on a new chain.
    const registryAddress = getContractAddress({ from, nonce: 1n });
    const named = DOCUMENTS.flatMap((document) =>
      readBlocks(document).flatMap(({ text }) =>
        [...text.matchAll(/\bregistry(?:Address)?(?::| =) "(0x\w+)"/g)].map(([, address]) => address),
      ),
    );
    assert.ok(named.length >= 4, "the addresses are not found");
    assert.deepEqual([...new Set(named)], [registryAddress]);
  });

  it("hold no block that is not tried, but those that are known", () => {
    const others = DOCUMENTS.flatMap(readBlocks).filter(({ language }) => !["sh", "ts"].includes(language));
    const unknown = others.filter(
      ({ text }) => !Object.keys(NOT_RUN).some((start) => text.startsWith(start)),
    );
    assert.deepEqual(unknown, []);
    assert.equal(others.length, Object.keys(NOT_RUN).length, "a block that is known is gone");
  });

  it("hold programs that a strict compiler takes, each as it stands", () => {
    const snippets = new Map(
      DOCUMENTS.flatMap((document) =>
        readBlocks(document)
          .filter(({ language }) => language === "ts")
          .map(({ text }, i) => [path.join(ROOT, `${document}.${i + 1}.ts`), text] as const),
      ),
    );
    assert.ok(snippets.size >= 10, "the snippets are not found");
    assert.deepEqual(findProblems(snippets), []);
  });
});

/** As addresses name them: in lower case, without punctuation, with hyphens for spaces. */
function findHeadings(document: string): string[] {
  const titles = readFileSync(path.join(ROOT, document), "utf8").matchAll(/^#+ (.+)$/gm);
  return Array.from(titles, ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Compiles them as files of the workspace, without writing them there. */
function findProblems(snippets: Map<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), (file) =>
    readFileSync(file, "utf8"),
  );
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  // A snippet shows what there is to be had, and needs not use all of it.
  Object.assign(options, { noUnusedLocals: false, moduleDetection: ts.ModuleDetectionKind.Force });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => snippets.has(file) || fileExists(file);
  host.readFile = (file) => snippets.get(file) ?? readFile(file);
  host.getSourceFile = (file, languageVersionOrOptions, ...rest) => {
    const text = snippets.get(file);
    if (text === undefined) return getSourceFile(file, languageVersionOrOptions, ...rest);
    return ts.createSourceFile(file, text, languageVersionOrOptions, true);
  };
  const program = ts.createProgram({ rootNames: [...snippets.keys()], options, host });
  return [...snippets.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) return [`${name} was not compiled`];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) =>
        `${path.relative(ROOT, name)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ` +
        ts.flattenDiagnosticMessageText(messageText, " "),
    );
  });
}
