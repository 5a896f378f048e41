import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import {
  type NonceResponse,
  type RelayerStatusResponse,
  type RelayResponse,
  registryAbi,
  SUGGESTED_GAS,
  toWireRequest,
} from "@agent-registry/protocol";
import { type Clock, createLogger, type Logger } from "@agent-registry/service";
import {
  type ChainOptions,
  deployLocally,
  devAccounts,
  type LocalChain,
  type RpcHook,
  type SignedRequest,
  signedRequest,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, type LocalAccount, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { parseRelayerConfig } from "../config.ts";
import { createRelayer } from "../create-relayer.ts";
import type { Timing } from "../send/watcher.ts";

export type TestDeployment = Awaited<ReturnType<typeof deployLocally>>;

/** Real time, moved forward at will. */
export function createTestClock(): Clock & { advance(ms: number): void } {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      offset += ms;
    },
  };
}

/** Public, and worth nothing on any real chain. */
export const relayerKey = toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array(32));

type TestRelayerOptions = {
  chain: Pick<LocalChain, "rpcUrl">;
  deployment: { forwarderAddress: Address; registryAddress: Address };
  env?: Record<string, string>;
  clock?: Clock;
  timing?: Partial<Timing>;
  dataDir?: string;
  /** If not given: a silent one. */
  logger?: Logger;
};

/** The fields of every answer there is; a test knows which of them it asked for. */
type AnyAnswer = RelayResponse &
  RelayerStatusResponse &
  NonceResponse & {
    error: string;
    state: string;
    reason: string;
    result: RelayResponse;
  };

/** A chain with the contracts for the tests of a file. What is started by it is stopped after them. */
export async function startTestChain(options: ChainOptions = {}) {
  const chain = await startChain(options);
  const stops: (() => Promise<unknown>)[] = [() => chain.stop()];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const deployment = await deployLocally(chain);

  return {
    chain,
    deployment,
    async startRelayer(options: Partial<TestRelayerOptions> = {}): Promise<TestRelayer> {
      const relayer = await startTestRelayer({ chain, deployment, ...options });
      stops.push(relayer.stop);
      return relayer;
    },
    /** A node before the chain that fails in the ways that the hook chooses. */
    async startRpc(hook?: RpcHook) {
      const rpc = await startFaultyRpc({ target: chain.rpcUrl, ...(hook && { hook }) });
      stops.push(() => rpc.stop());
      return rpc;
    },
    async createDataDir(): Promise<string> {
      const dataDir = await createDataDir();
      stops.push(() => rm(dataDir, { recursive: true }));
      return dataDir;
    },
    /** A signed registration, by a new signer unless one is given. */
    register: ({ signer = newSigner(), ...rest }: Partial<RegisterOptions> = {}) =>
      signedRegistration({ signer, deployment, ...rest }),
  };
}

export type TestRelayer = Awaited<ReturnType<typeof startTestRelayer>>;

/** A relayer without a port: asked by `app.request()`. Its limits are out of the way unless they are set. */
async function startTestRelayer(options: TestRelayerOptions) {
  const dataDir = options.dataDir ?? (await createDataDir());
  const config = parseRelayerConfig(toEnv({ ...options, dataDir }));
  const { clock, timing } = options;
  const level = process.env.TEST_LOG_LEVEL ?? "silent";
  const logger = options.logger ?? createLogger({ name: "relayer", level });
  const relayer = await createRelayer({ config, logger, ...(clock && { clock }), ...(timing && { timing }) });
  relayer.start();
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await relayer.drain();
    await relayer.stop();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true });
  }

  async function postRaw(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return await relayer.app.request("/relay", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  return {
    ...relayer,
    dataDir,
    /** The answer with its headers. */
    postRaw,
    async post(
      body: unknown,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; body: AnyAnswer }> {
      const answer = await postRaw(body, headers);
      return { status: answer.status, body: (await answer.json()) as AnyAnswer };
    },
    async get(route: string): Promise<{ status: number; body: AnyAnswer }> {
      const answer = await relayer.app.request(route);
      return { status: answer.status, body: (await answer.json()) as AnyAnswer };
    },
    stop(): Promise<void> {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function createDataDir(): Promise<string> {
  return await mkdtemp(path.join(tmpdir(), "agent-registry-relayer-"));
}

/** The variables of a relayer under test. */
export function toEnv({ chain, deployment, env, dataDir }: TestRelayerOptions): Record<string, string> {
  return {
    RELAYER_PORT: "0",
    RPC_URL: chain.rpcUrl,
    RELAYER_KEY: relayerKey,
    FORWARDER_ADDRESS: deployment.forwarderAddress,
    REGISTRY_ADDRESS: deployment.registryAddress,
    DAILY_GAS_BUDGET: "1000",
    FLOOD_LIMIT_PER_MINUTE: "1000000",
    RATE_LIMIT_PER_IP: "1000000",
    RATE_LIMIT_PER_SIGNER: "1000000",
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...env,
  };
}

/** A new signer, without funds. */
export function newSigner(): LocalAccount {
  return privateKeyToAccount(generatePrivateKey());
}

type RegisterOptions = {
  signer: LocalAccount;
  deployment: TestDeployment;
  agentWallet?: Address;
  nonce?: bigint;
};

/** A signed registration of an agent of the signer's own. */
export async function signedRegistration(options: RegisterOptions): Promise<SignedRequest> {
  const { signer, deployment, agentWallet = signer.address, nonce = 0n } = options;
  const hash: Hex = `0x${"11".repeat(32)}`;
  const data = encodeFunctionData({
    abi: registryAbi,
    functionName: "registerAgent",
    args: [signer.address, agentWallet, hash, hash, "relayer test", 0n, false],
  });
  return await signedRequest({ signer, deployment, overrides: { data, nonce, gas: SUGGESTED_GAS.register } });
}

/** A body as a client posts it. */
export function toBody({ request, signature }: Pick<SignedRequest, "request" | "signature">) {
  return { request: toWireRequest(request), signature };
}
