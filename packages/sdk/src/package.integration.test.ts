import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { deployLocally, type LocalChain, startChain } from "@agent-registry/testkit";
import { build } from "esbuild";
import ts from "typescript";
import { findPackagingProblems } from "./testing/find-packaging-problems.ts";
import { installPacked } from "./testing/install-packed.ts";

/** An empty project outside the workspace, with the packed package installed. */
const project = mkdtempSync(path.join(tmpdir(), "sdk-consumer-"));
const installed = path.join(project, "node_modules", "@agent-registry", "sdk");

before(() => {
  const readManifest = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
  const { dependencies, devDependencies } = readManifest("../package.json");
  const { "@types/node": nodeTypes } = readManifest("../../../package.json").devDependencies;
  const { jose, zod } = dependencies;
  const { viem, hono, express, "@types/express": expressTypes, "@x402/core": x402 } = devDependencies;
  installPacked({
    name: "sdk",
    project,
    pinned: { jose, zod },
    beside: {
      viem,
      hono,
      express,
      "@types/express": expressTypes,
      "@types/node": nodeTypes,
      "@x402/core": x402,
    },
  });
});
after(() => rmSync(project, { recursive: true, force: true }));

test("the package holds the needed files and no others", () => {
  const packed = readdirSync(installed, { recursive: true, encoding: "utf8" });
  for (const file of [
    "package.json",
    "README.md",
    "LICENSE",
    "sdk/index.js",
    "sdk/index.d.ts",
    "sdk/key-file.js",
    "sdk/no-key-file.js",
    "sdk/provider/hono.js",
    "sdk/browser-wallet.js",
  ]) {
    assert.ok(packed.includes(file), file);
  }
  const foreign = packed.filter((file) => /\.test\.|testing|(?<!\.d)\.ts$/.test(file));
  assert.deepEqual(foreign, []);
});

test("the package is packed as tools of today expect it, types included", async () => {
  assert.deepEqual(await findPackagingProblems({ installed }), []);
});

test("the lowest versions that the package takes are those that are type-checked and run here", () => {
  const readVersions = (folder: string) =>
    JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const { dependencies, peerDependencies } = readVersions(installed);
  const ranges: Record<string, string> = { ...dependencies, ...peerDependencies };
  for (const name of ["viem", "jose", "zod", "hono", "@x402/core"])
    assert.equal(ranges[name], `^${readVersions(path.join(project, "node_modules", name)).version}`, name);
});

test("a program and the package share one viem", () => {
  assert.equal(existsSync(path.join(installed, "node_modules", "viem")), false);
  const { dependencies } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  assert.equal(dependencies.viem, undefined);
});

test("no file of the package imports from this workspace", () => {
  for (const file of readdirSync(installed, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|ts)$/.test(file)) continue;
    const text = readFileSync(path.join(installed, file), "utf8");
    assert.doesNotMatch(
      text,
      /@agent-registry\/(protocol|testkit)"|(from|import)\s*\(?\s*"\.[^"]*\.ts"/,
      file,
    );
  }
});

test("a strict TypeScript project type-checks against the package and its declarations", () => {
  writeFileSync(
    path.join(project, "consumer.ts"),
    `
    import { createAgentRegistry, createAgentFetch, fromEnv, kya, createRegistryClient, RegistryError, hashConstitution } from "@agent-registry/sdk";
    import { withCompliantAgent } from "@agent-registry/sdk/fetch";
    import { requireCompliantAgent } from "@agent-registry/sdk/hono";
    import { getAgent, keepRawBody, requireCompliantAgent as requireInExpress } from "@agent-registry/sdk/express";
    import { createPostgresNonceStore } from "@agent-registry/sdk/nonce-store-postgres";
    import { createRedisNonceStore } from "@agent-registry/sdk/nonce-store-redis";
    import { createApiClient, kya as kyaByApi, kyaAt, kyaMany } from "@agent-registry/sdk/api";
    import { createWalletSession, sendByRelayer, WalletProblem } from "@agent-registry/sdk/browser-wallet";
    import { verifyDomain } from "@agent-registry/sdk/domain";
    import { createOfflineKya, proveFraud, verifyReceipt } from "@agent-registry/sdk/offline";
    import { payOnlyCompliant, requireCompliantPayer } from "@agent-registry/sdk/x402";
    import { x402Client } from "@x402/core/client";
    import { x402ResourceServer } from "@x402/core/server";
    import { Hono } from "hono";
    import express from "express";

    const registry = createAgentRegistry({ apiUrl: "https://api.example.com" });
    const answer = await registry.kya({ wallet: "0x" });
    if (answer.verdict === "compliant") { const id: number = answer.agent.agentId; void id; }
    // @ts-expect-error there is no agent where none is registered
    if (answer.verdict === "not-registered") { answer.agent.agentId; }
    const api = createApiClient({ apiUrl: "https://api.example.com" });
    const alike: typeof answer = await kyaByApi(api, { wallet: "0x" });
    void [alike, kyaAt, kyaMany];
    // @ts-expect-error a root agent needs a Haftungsperson
    void registry.register({ operationalScope: "x" });
    const hosts = ["api.example.com"];
    new Hono().use(requireCompliantAgent({ registry, hosts })).get("/", (c) => c.json(c.get("agent").agentId));
    express().use(express.json({ verify: keepRawBody })).use(requireInExpress({ registry, hosts }), (req, res) => { res.json(getAgent(req).agentId); });
    const handler: (request: Request) => Promise<Response> = withCompliantAgent({ registry, hosts }, (_, agent) => Response.json(agent));
    const pool = { query: async (_text: string, _values?: unknown[]) => ({ rows: [{ taking: "taken" }] }) };
    withCompliantAgent({ registry, hosts, nonceStore: createPostgresNonceStore({ pool }) }, () => new Response());
    const client = { eval: async (_script: string, _input: { keys: string[]; arguments: string[] }) => "taken" };
    withCompliantAgent({ registry, hosts, nonceStore: createRedisNonceStore({ client }) }, () => new Response());
    const offline = createOfflineKya({ issuers: [{ issuer: "https://register.example" }], registry: "0x5FbDB2315678afecb367f032d93F642f64180aa3", chainId: 84532 });
    const decision: string = offline.decide("0x5FbDB2315678afecb367f032d93F642f64180aa3").verdict;
    requireCompliantPayer(new x402ResourceServer(), { registry, policy: { lineage: "ancestors" } }).onAfterSettle(async () => {});
    payOnlyCompliant(new x402Client(), { registry, vet: ({ payTo, network }) => payTo === "0x" && network === "eip155:84532" });
    const { verified } = await verifyDomain({ agentId: 7, domain: "agents.example", registryAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3", chainId: 84532 });
    const provider = { request: async ({ method }: { method: string }) => method };
    const { signal } = new AbortController();
    const session = createWalletSession({ provider, account: "0x5FbDB2315678afecb367f032d93F642f64180aa3", chainId: 84532, signal });
    const call = { to: "0x5FbDB2315678afecb367f032d93F642f64180aa3", data: "0x" } as const;
    const sent = sendByRelayer({ session, call, relayerUrl: "https://relayer.example.com", onStage: (stage: "wallet" | "sending") => stage });
    void sent.catch((error: unknown) => error instanceof WalletProblem && error.kind === "rejected");
    void [proveFraud, verifyReceipt, decision, verified satisfies boolean];
    void [createAgentFetch, fromEnv, kya, createRegistryClient, RegistryError, hashConstitution, handler];
    `,
  );
  const program = ts.createProgram({
    rootNames: [path.join(project, "consumer.ts")],
    options: {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      typeRoots: [path.join(project, "node_modules", "@types")],
    },
  });
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(installed) || path.dirname(fileName) === project);
  assert.ok(ours.length > 20, "the declarations of the package are among what is checked");
  const problems = ours.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  const messages = problems.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
  assert.deepEqual(messages, []);
});

test("CommonJS type-checks by nodenext, and by node16 as a module that is imported when it is wanted", () => {
  const check = (name: string, text: string, module: ts.ModuleKind) => {
    const file = path.join(project, name);
    writeFileSync(file, text);
    const options = { module, target: ts.ScriptTarget.ES2022, strict: true, skipLibCheck: true, types: [] };
    const program = ts.createProgram({ rootNames: [file], options });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  };
  const uses = "const registry: AgentRegistry = fromEnv(); void registry;";
  const named = `import { type AgentRegistry, fromEnv } from "@agent-registry/sdk"; ${uses}`;
  assert.deepEqual(check("named.cts", named, ts.ModuleKind.NodeNext), []);
  const wanted = `async function run() { const { fromEnv } = await import("@agent-registry/sdk"); void fromEnv(); } void run();`;
  assert.deepEqual(check("wanted.cts", wanted, ts.ModuleKind.Node16), []);
});

test("the package bundles for the browser, and unused actions are left out", async () => {
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      minify: true,
      logLevel: "silent",
    });
    return outputFiles[0]?.text ?? "";
  };
  const everything = await bundle(
    'import { createAgentRegistry } from "@agent-registry/sdk"; console.log(createAgentRegistry);',
  );
  assert.match(everything, /suspendAgent/);
  const byEnv = await bundle('import { fromEnv } from "@agent-registry/sdk"; console.log(fromEnv);');
  assert.match(byEnv, /AGENT_KEY_FILE is for Node/);
  assert.doesNotMatch(byEnv, /aes-128-ctr|node:fs/);
  const hashing = await bundle(
    'import { hashConstitution } from "@agent-registry/sdk"; console.log(hashConstitution);',
  );
  assert.doesNotMatch(hashing, /suspendAgent|getLineage/);
  assert.doesNotMatch(everything, /JWKSNoMatchingKey|ERR_JWKS/, "only those who verify tokens pay for it");
  assert.ok(hashing.length * 5 < everything.length, `${hashing.length} of ${everything.length} bytes`);
  const asking = await bundle(
    'import { createRegistryClient, kya } from "@agent-registry/sdk"; console.log(createRegistryClient, kya);',
  );
  const kilobytes = gzipSync(asking).length / 1000;
  assert.ok(kilobytes < 57.5, `a page that asks about a wallet loads ${kilobytes} kB, compressed`);
  const byApi = await bundle(
    'import { createApiClient, kya } from "@agent-registry/sdk/api"; console.log(createApiClient, kya);',
  );
  const kilobytesByApi = gzipSync(byApi).length / 1000;
  assert.ok(kilobytesByApi < 18, `by the query API alone it loads ${kilobytesByApi} kB, compressed`);
  const byWallet = await bundle(
    'import { createWalletSession, sendByRelayer } from "@agent-registry/sdk/browser-wallet"; console.log(createWalletSession, sendByRelayer);',
  );
  assert.doesNotMatch(byWallet, /ZodError|_zod/, "a page on which a person signs loads no zod");
  const kilobytesByWallet = gzipSync(byWallet).length / 1000;
  assert.ok(
    kilobytesByWallet < 17,
    `with a wallet in the browser it loads ${kilobytesByWallet} kB, compressed`,
  );
});

test("plain JavaScript uses the package against a real chain", async () => {
  const chain: LocalChain = await startChain();
  try {
    const { registryAddress } = await deployLocally(chain);
    writeFileSync(
      path.join(project, "use.js"),
      `
      import { fromEnv } from "@agent-registry/sdk";
      import { mnemonicToAccount } from "viem/accounts";
      import { createAgentRegistry } from "@agent-registry/sdk";
      const account = mnemonicToAccount("test test test test test test test test test test test junk");
      const { client } = fromEnv();
      const { registryAddress } = client;
      const registry = createAgentRegistry({ registryAddress, rpcUrl: process.env.REGISTRY_CHAIN, account });
      await registry.register({ haftungsperson: account.address, operationalScope: "From a tarball" });
      console.log((await fromEnv().kya({ wallet: account.address })).verdict, client.account.address);
      `,
    );
    // A CommonJS program gets the same modules from the Node that the guide names.
    writeFileSync(
      path.join(project, "use.cjs"),
      'const { fromEnv } = require("@agent-registry/sdk"); console.log(fromEnv().client.account.address);',
    );
    const AGENT_KEY_FILE = path.join(project, "agent.key");
    writeFileSync(AGENT_KEY_FILE, "11".repeat(32), { mode: 0o600 });
    const env = {
      PATH: process.env.PATH,
      REGISTRY_CHAIN: chain.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      AGENT_KEY_FILE,
    };
    const run = (file: string) =>
      execFileSync(process.execPath, [file], { cwd: project, env, encoding: "utf8" });
    assert.equal(run("use.js"), "compliant 0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A\n");
    assert.equal(run("use.cjs"), "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A\n");
  } finally {
    await chain.stop();
  }
});
