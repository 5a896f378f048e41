import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { registryAbi, toForwarderDomain, toTypedData, toWireRequest } from "@agent-registry/protocol";
import {
  type ChainOptions,
  deployLocally,
  devAccounts,
  findFreePort,
  signedRequest,
  startChain,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, type LocalAccount, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

/** Where the relayer leaves a profile of its processor time, for those who look for it. */
const PROFILE_FOLDER = process.env.BENCH_PROFILE;
const HASH: Hex = `0x${"11".repeat(32)}`;

export type Bench = Awaited<ReturnType<typeof startBench>>;
export type Signer = { account: LocalAccount; nonce: bigint; agentId: bigint };

/** A local chain, and the relayer in a process of its own with its limits out of the way. */
export async function startBench(options: ChainOptions = {}) {
  const chain = await startChain(options);
  const deployment = await deployLocally(chain);
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startRelayer();
  await waitUntilUp(url);

  return {
    chain,
    deployment,
    url,
    async stop(): Promise<void> {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      agent.destroy();
      await chain.stop();
      await rm(dataDir, { recursive: true });
    },
  };

  function startRelayer() {
    return fork(fileURLToPath(new URL("../../apps/relayer/src/main.ts", import.meta.url)), {
      env: {
        PATH: process.env.PATH,
        RELAYER_PORT: String(port),
        RPC_URL: chain.rpcUrl,
        RELAYER_KEY: toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array()),
        FORWARDER_ADDRESS: deployment.forwarderAddress,
        REGISTRY_ADDRESS: deployment.registryAddress,
        DAILY_GAS_BUDGET: "1000",
        FLOOD_LIMIT_PER_MINUTE: "1000000000",
        RATE_LIMIT_PER_IP: "1000000000",
        RATE_LIMIT_PER_SIGNER: "1000000000",
        DATA_DIR: dataDir,
        LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      execArgv: PROFILE_FOLDER === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${PROFILE_FOLDER}`],
    });
  }
}

async function waitUntilUp(url: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const isReady = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > deadline) throw new Error("The relayer did not come up");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Signers with an agent each, registered by the relayer itself. */
export async function registerSigners({ bench, count }: { bench: Bench; count: number }): Promise<Signer[]> {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));
  return await Promise.all(
    accounts.map(async (account) => {
      const args = [account.address, account.address, HASH, HASH, "bench", 0n, false] as const;
      const data = encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
      const overrides = { data, gas: 800_000n };
      const signed = await signedRequest({ signer: account, deployment: bench.deployment, overrides });
      await postRelay({ url: bench.url, body: JSON.stringify(toPosted(signed)) });
      const { agentId } = await bench.chain.reader.readContract({
        address: bench.deployment.registryAddress,
        abi: registryAbi,
        functionName: "getAgentByWallet",
        args: [account.address],
      });
      return { account, nonce: 1n, agentId };
    }),
  );
}

/** The body of the signer's next attestation. */
export async function signAttestation({ bench, signer }: { bench: Bench; signer: Signer }): Promise<string> {
  const { chainId, forwarderAddress, registryAddress } = bench.deployment;
  const request = {
    from: signer.account.address as Address,
    to: registryAddress,
    value: 0n,
    gas: 200_000n,
    nonce: signer.nonce,
    deadline: 0,
    data: encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [signer.agentId] }),
  };
  signer.nonce += 1n;
  const domain = toForwarderDomain({ chainId, forwarderAddress });
  const signature = await signer.account.signTypedData(toTypedData({ domain, request }));
  return JSON.stringify(toPosted({ request, signature }));
}

/** Connections are kept: the callers share the machine with the relayer, and `fetch` would use twice as much of it. */
const agent = new Agent({ keepAlive: true });

/** A lost connection is tried again: the same request is relayed once, however often it is posted. */
export async function postRelay(posted: { url: string; body: string }): Promise<void> {
  const { status, answer } = await post(posted).catch(() => post(posted));
  if (status !== 200) throw new Error(`${status} ${answer}`);
}

async function post({ url, body }: { url: string; body: string }) {
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  const request = openRequest(`${url}/relay`, { method: "POST", headers, agent }).end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, answer: await text(response) };
}

/** Seconds of processor time that the relayer has used: other programs on the machine hardly change it. */
export async function readCpuSeconds({ url }: { url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1]);
}

function toPosted({ request, signature }: { request: Parameters<typeof toWireRequest>[0]; signature: Hex }) {
  return { request: toWireRequest(request), signature };
}
