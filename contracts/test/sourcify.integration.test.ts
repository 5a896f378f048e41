import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Hex, toHex } from "viem";
import { verifySource } from "../scripts/sourcify/verify-source.ts";

const DEPLOY = fileURLToPath(new URL("../scripts/deploy.ts", import.meta.url));
const OWNER_KEY = toHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());
const UNREACHABLE = "http://127.0.0.1:9";

type Submission = {
  url: string;
  stdJsonInput: { settings: Record<string, unknown> };
  compilerVersion: string;
  contractIdentifier: string;
  creationTransactionHash: Hex;
};
type Answer = { status: number; body: unknown };

/** As Sourcify documents its API v2: a submission gets a ticket, and the ticket is asked for until the job is done. */
async function startSourcify({
  submit,
  ask,
}: {
  submit?: Answer;
  ask?: Answer | ((times: number) => Answer);
} = {}) {
  const submissions: Submission[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const isSubmission =
      request.method === "POST" && /^\/v2\/verify\/\d+\/0x[0-9a-fA-F]{40}$/.test(request.url ?? "");
    if (isSubmission) submissions.push({ url: request.url, ...JSON.parse(text) });
    const { status, body } = isSubmission
      ? (submit ?? { status: 202, body: { verificationId: `job-${submissions.length}` } })
      : toAnswer(++asked);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  function toAnswer(times: number): Answer {
    if (ask !== undefined) return typeof ask === "function" ? ask(times) : ask;
    return { status: 200, body: { isJobCompleted: true, contract: { match: "exact_match" } } };
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    submissions,
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("the verification of a contract's source", () => {
  const verify = (serverUrl: string) =>
    verifySource({
      stdJsonInput: { language: "Solidity", sources: {} },
      compilerVersion: "0.8.30+commit.73712a01",
      contractIdentifier: "src/A.sol:A",
      serverUrl,
      chainId: 31_337,
      address: `0x${"aa".repeat(20)}`,
      pauseMs: 1,
      maxTries: { submit: 2, ask: 3 },
    });
  const done = (rest: object) => ({ status: 200, body: { isJobCompleted: true, ...rest } });
  const pending = { status: 200, body: { isJobCompleted: false } };
  const unknown = { status: 404, body: { customCode: "job_not_found", message: "No job" } };

  for (const [title, behaviour, outcome] of [
    [
      "waits until the job is done, past an answer that is none",
      {
        ask: (times: number) =>
          times < 3
            ? ([unknown, pending][times - 1] ?? pending)
            : done({ contract: { match: "exact_match" } }),
      },
      { isVerified: true },
    ],
    [
      "tells of a match without the metadata",
      { ask: done({ contract: { match: "match" } }) },
      { isVerified: true, note: "all but the metadata" },
    ],
    [
      "takes a contract that was verified before as verified, by the ticket's refusal",
      { submit: { status: 409, body: { customCode: "already_verified", message: "Done" } } },
      { isVerified: true, note: "it was before" },
    ],
    [
      "and by the job's",
      { ask: done({ contract: { match: null }, error: { customCode: "already_verified" } }) },
      { isVerified: true, note: "it was before" },
    ],
    [
      "tells why the source is not that of the code, in characters that a terminal takes",
      {
        ask: done({
          contract: { match: null },
          error: { customCode: "no_match", message: "No\u001b[2J match" },
        }),
      },
      { isVerified: false, problem: "the source does not give the code on the chain (No [2J match)" },
    ],
    [
      "tells why a submission is not taken",
      {
        submit: {
          status: 400,
          body: { customCode: "unsupported_chain", message: "Chain 31337 is not supported" },
        },
      },
      { isVerified: false, problem: "it does not take the source (400: Chain 31337 is not supported)" },
    ],
    [
      "follows no ticket that is none",
      { submit: { status: 202, body: { verificationId: "../../elsewhere" } } },
      { isVerified: false, problem: "it does not take the source (202: no reason given)" },
    ],
    [
      "gives up a job that never ends",
      { ask: pending },
      { isVerified: false, problem: "it has not finished in time" },
    ],
  ] as const) {
    it(title, async () => {
      const sourcify = await startSourcify(behaviour as Parameters<typeof startSourcify>[0]);
      try {
        assert.deepEqual(await verify(sourcify.url), outcome);
        assert.ok(sourcify.asked() <= 3);
      } finally {
        await sourcify.stop();
      }
    });
  }

  it("says that nothing answers", async () => {
    assert.deepEqual(await verify(UNREACHABLE), { isVerified: false, problem: "it does not answer" });
  });
});

describe("npm run deploy -- --verify", () => {
  let chain: LocalChain;
  let folder: string;
  before(async () => {
    chain = await startChain({ chainId: 31_337 });
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-sourcify-"));
  });
  after(async () => {
    await chain.stop();
    await rm(folder, { recursive: true });
  });

  function deploy(env: Record<string, string>, ...args: string[]) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH, RPC_URL: chain.rpcUrl, ...env } };
      execFile(process.execPath, [DEPLOY, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }
  const readDeployment = async () =>
    JSON.parse(await readFile(path.join(folder, "deployments/31337.json"), "utf8"));

  it("submits sources that give the deployed code to whoever compiles them", async () => {
    const sourcify = await startSourcify();
    const env = { DEPLOYER_KEY: OWNER_KEY, VERIFY: "sourcify", SOURCIFY_URL: `${sourcify.url}/` };
    const { code, stdout, stderr } = await deploy(env);
    await sourcify.stop();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /MinimalForwarder: verified on Sourcify\.\nRegistry: verified on Sourcify\.\n$/);
    const { registryAddress, forwarderAddress } = await readDeployment();
    assert.deepEqual(
      sourcify.submissions.map(({ url, contractIdentifier }) => [url, contractIdentifier]),
      [
        [`/v2/verify/31337/${forwarderAddress}`, "project/src/MinimalForwarder.sol:MinimalForwarder"],
        [`/v2/verify/31337/${registryAddress}`, "project/src/Registry.sol:Registry"],
      ],
    );
    // The Registry's would take ten times as long, and is compiled from the same files by another test.
    const [submission] = sourcify.submissions;
    assert.ok(submission);
    const { input } = await chain.reader.getTransaction({ hash: submission.creationTransactionHash });
    assert.equal(compile(submission), input);
  });

  it("deploys all the same if Sourcify cannot be reached, says so, and tries again when told to", async () => {
    const env = { DEPLOYER_KEY: OWNER_KEY, SOURCIFY_URL: UNREACHABLE };
    const { code, stdout, stderr } = await deploy(env, "--force", "--verify");
    assert.equal(code, 2);
    const deployment = await readDeployment();
    const deployed = await chain.reader.getCode({ address: deployment.registryAddress });
    assert.ok((deployed?.length ?? 0) > 2);
    assert.ok(stdout.includes(`REGISTRY_ADDRESS=${deployment.registryAddress}`));
    assert.match(
      stderr,
      /Registry: not verified on Sourcify \(http:\/\/127\.0\.0\.1:9\): it does not answer\./,
    );
    assert.match(stderr, /deployed all the same.*--verify-only/);

    const sourcify = await startSourcify();
    const again = await deploy({ SOURCIFY_URL: sourcify.url }, "--verify-only");
    await sourcify.stop();
    assert.equal(again.code, 0, again.stderr);
    assert.ok(sourcify.submissions.some(({ url }) => url.endsWith(deployment.registryAddress)));
    assert.deepEqual(await readDeployment(), deployment);
  });

  it("asks for nothing unless it is told to, and refuses settings that mean nothing", async () => {
    const { code, stderr } = await deploy({
      DEPLOYER_KEY: OWNER_KEY,
      VERIFY: "etherscan",
      SOURCIFY_URL: "ftp://x",
    });
    assert.equal(code, 1);
    assert.match(stderr, /VERIFY: sourcify/);
    assert.match(stderr, /SOURCIFY_URL: the http/);
  });
});

/** With the project's compiler, as Sourcify does with its own. */
function compile({ stdJsonInput, compilerVersion, contractIdentifier }: Submission): string {
  const solc = createRequire(import.meta.url)("solc");
  assert.ok(solc.version().startsWith(compilerVersion), compilerVersion);
  const settings = { ...stdJsonInput.settings, outputSelection: { "*": { "*": ["evm.bytecode.object"] } } };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify({ ...stdJsonInput, settings })));
  const [file = "", contract = ""] = contractIdentifier.split(":");
  return `0x${contracts[file][contract].evm.bytecode.object}`;
}
