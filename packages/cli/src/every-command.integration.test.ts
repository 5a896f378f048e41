import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { describeWords } from "./commands/completion.ts";
import { version } from "./own-package.ts";
import { createProgram } from "./program.ts";
import { createConsole } from "./terminal/console.ts";
import { readError, runHere } from "./testing/run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-commands-"));
after(() => rmSync(folder, { recursive: true }));
/** A register that does not answer, so that no command gets further than to ask. */
const nowhere = {
  REGISTRY_CHAIN: "http://127.0.0.1:1",
  REGISTRY_ADDRESS: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  REGISTRY_API_URL: "http://127.0.0.1:1",
};
const run = (args: readonly string[], env: Record<string, string> = nowhere) =>
  runHere(args, { cwd: folder, env });
const wallet = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const named = (chain: number) => `eip155:${chain}:${wallet}`;

const context = { console: createConsole({ process }), env: {}, cwd: folder, askPassword: undefined };
const commands = describeWords(createProgram(context)).map(({ name }) => name);

describe("with --json", () => {
  for (const name of commands.filter((command) => command !== "help" && command !== "mcp")) {
    it(`${name} writes JSON alone, whether it succeeds or fails`, async () => {
      const { code, stdout, stderr } = await run([name, ...(ARGUMENTS[name] ?? []), "--json"]);
      for (const line of [stdout, stderr].join("\n").split("\n"))
        if (line !== "") assert.equal(typeof JSON.parse(line), "object", line);
      assert.ok(stdout !== "" || code !== 0);
      if (stdout === "") assert.ok(readError(stderr).error.length > 0);
    });
  }
});

const CERTIFY = ["certify", wallet, "--kind", "legal", "--level", "high", "--until", "2028-01-01"];

/** What a command needs to get past its own arguments. */
const ARGUMENTS: Record<string, string[]> = {
  keygen: [path.join(folder, "new.key")],
  completion: ["bash"],
  regulator: ["list"],
  notary: ["list"],
  relay: [`0x${"12".repeat(32)}`],
  hash: ["--capability", "search,summarise"],
  lineage: ["7"],
  kya: [wallet],
  receipt: [wallet],
  binding: [wallet],
  agent: ["7"],
  "verify-domain": ["7", "127.0.0.1", "--rpc-url", "local"],
  person: [wallet],
};

describe("an error", () => {
  const keyFile = path.join(folder, "bad.key");
  writeFileSync(keyFile, "0x12\n", { mode: 0o600 });
  /** What was typed, its environment, and what the sentence must name so that it can be put right. */
  const faults: [string[], Record<string, string>, RegExp][] = [
    [["kya", wallet], { REGISTRY_CHAIN: "moon" }, /REGISTRY_CHAIN\) is "moon"/],
    [["kya", wallet, "--rpc-url", "moon"], {}, /--rpc-url/],
    [
      ["kya", wallet],
      { ...nowhere, REGISTRY_ADDRESS: "0x12" },
      /--registry \(REGISTRY_ADDRESS\) is not a valid/,
    ],
    [
      ["kya", wallet, "--registry", "0x12"],
      nowhere,
      /--registry \(REGISTRY_ADDRESS\) is not a valid address: 0x12/,
    ],
    [
      ["kya", wallet, "--forwarder", "0x12"],
      nowhere,
      /--forwarder \(FORWARDER_ADDRESS\) is not a valid address/,
    ],
    [["kya", wallet], { REGISTRY_CHAIN: "local" }, /REGISTRY_ADDRESS/],
    [["kya", wallet, "--api", "moon"], nowhere, /--api/],
    [["attest", "--relayer", "moon"], { ...nowhere, AGENT_PRIVATE_KEY: `0x${"1".repeat(64)}` }, /--relayer/],
    [["agents"], { ...nowhere, REGISTRY_API_URL: "" }, /REGISTRY_API_URL|--api/],
    [["attest"], nowhere, /AGENT_PRIVATE_KEY|--key-file/],
    [["attest", "--key-file", keyFile], nowhere, /bad\.key/],
    [[...CERTIFY, "--ref", `0x${"5e".repeat(32)}`], nowhere, /NOTARY_PRIVATE_KEY|--key-file/],
    [[...CERTIFY, "--ref", "0x12"], nowhere, /NOTARY_PRIVATE_KEY/],
    [["kya", wallet, "--notary", wallet], nowhere, /--notary and --person-kind are for --certified/],
    [["kya", wallet, "--certified", "substantial"], nowhere, /name them .* or --notary/],
    [["suspend", "7", "--reason", "x"], nowhere, /REGULATOR_PRIVATE_KEY|--key-file/],
    [["kya", named(1)], { REGISTRY_CHAIN: "local" }, /chain 1 .*the register is on chain 84532/],
    [["agents", "--limit", "0"], nowhere, /--limit/],
    [["agents", "--status", "Gone"], nowhere, /--status.*Active, Suspended/],
    [["revenue", "--amount", "1,5"], nowhere, /--amount/],
  ];
  for (const [args, env, sentence] of faults) {
    it(`of \`${args.join(" ").replaceAll(folder, "")}\` names what to change`, async () => {
      const { code, stderr } = await run([...args, "--json"], env);
      assert.equal(code, 1);
      assert.match(readError(stderr).error, sentence);
    });
  }
});

it("verify-domain says which domain does not name the agent, and why", async () => {
  const args = ["verify-domain", "7", "localhost", "--rpc-url", "local"];
  const { code, stdout } = await run(args);
  assert.equal(code, 2);
  assert.match(stdout, /^localhost does not name agent 7: it is not a host name of the public internet\.$/m);
  const verdict = { verified: false, domain: "localhost", reason: "invalid-domain" };
  assert.deepEqual(JSON.parse((await run([...args, "--json"])).stdout), verdict);
});

it("the version is printed by each of its names", async () => {
  for (const args of [["--version"], ["-v"], ["version"]])
    assert.deepEqual(await run(args), { code: 0, stdout: `${version}\n`, stderr: "" });
});

describe("help", () => {
  it("has the commands in groups, by who needs them", async () => {
    const { stdout } = await run(["--help"]);
    const headings = [...stdout.matchAll(/^For (\w+).*:$/gm)].map(([, who]) => who);
    assert.deepEqual(headings, ["agents", "people", "regulators", "notaries", "providers", "operators"]);
    for (const name of commands)
      assert.match(stdout, new RegExp(`^For .*:\\n(  .*\\n)*  ${name}\\b`, "m"), name);
  });

  it("has the options of every command at the top alone", async () => {
    assert.match((await run(["--help"])).stdout, /--rpc-url <url>/);
    const { stdout } = await run(["register", "--help"]);
    assert.match(stdout, /--scope <text>/);
    assert.doesNotMatch(stdout, /--rpc-url|--relayer/);
    assert.match(stdout, /agent-registry --help$/m);
  });
});

it("an option that there is not is named before one that is missing", async () => {
  const { code, stderr } = await run(["suspend", "7", "--reson", "x"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Error: unknown option '--reson'\n\(Did you mean --reason\?\)\n/);
});

it("an address with a wrong checksum is answered with the right spelling", async () => {
  const { stderr } = await run(["kya", wallet.replace("3C44", "3c44")]);
  assert.match(stderr, new RegExp(`^Error: The wallet has a wrong checksum.*it is written ${wallet}\n$`));
});

describe("which register is asked", () => {
  it("is said with --verbose", async () => {
    const { stderr } = await run(["agent", "7", "--verbose"]);
    const { REGISTRY_ADDRESS: registry, REGISTRY_CHAIN: url } = nowhere;
    const asked = `Asking the Registry ${registry} on the chain by ${url}; query API ${url}; relayer none, your account pays\n`;
    assert.ok(stderr.startsWith(asked), stderr);
    assert.match(stderr, /\nError: The chain's RPC node did not answer at http:\/\/127\.0\.0\.1:1: /);
  });

  it("is none without settings and a local register: the error says how to start one", async () => {
    const { code, stderr } = await run(["agent", "7"], {});
    assert.equal(code, 1);
    assert.match(stderr, /No register is named.*`npm start`/);
  });

  it("is the local one that was stopped: the error says how to start it", async () => {
    const cwd = mkdtempSync(path.join(folder, "stopped-"));
    mkdirSync(path.join(cwd, ".local"));
    const { REGISTRY_ADDRESS: registryAddress, REGISTRY_CHAIN: rpcUrl } = nowhere;
    const stack = { chainId: 84532, rpcUrl, registryAddress, forwarderAddress: registryAddress };
    writeFileSync(path.join(cwd, ".local", "stack.json"), JSON.stringify(stack));
    const { stderr } = await runHere(["agent", "7"], { cwd });
    assert.match(
      stderr,
      /did not answer at http:\/\/127\.0\.0\.1:1: .*stack\.json: `npm start` runs it\.\n$/,
    );
  });
});
