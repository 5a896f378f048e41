import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { minimalForwarderAbi, registryAbi, SUGGESTED_GAS, toWireRequest } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  findFreePort,
  type LocalChain,
  type SignedRequest,
  signedRequest,
  startChain,
  type TestPostgres,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import { encodeFunctionData, formatEther, type Hex, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { startBalancer } from "./balancer.ts";
import { runServiceProcess } from "./service-process.ts";

type Service = ReturnType<typeof runServiceProcess>;
type Balancer = Awaited<ReturnType<typeof startBalancer>>;

const API = new URL("../../apps/api/src/main.ts", import.meta.url);
const RELAYER = new URL("../../apps/relayer/src/main.ts", import.meta.url);
/** Many times what the balancer takes to notice. */
const DELAY_SECONDS = 5;
/** The least number of registrations while one process of each kind is replaced. */
const REGISTRATIONS_A_STEP = 10;
/** Between two questions to each balancer, besides the registrations: some are on their way whenever a port closes. */
const ASK_MS = 10;

let chain: LocalChain;
let postgres: TestPostgres;
let deployment: Awaited<ReturnType<typeof deployLocally>>;
let dataDir: string;
let apis: Service[] = [];
let relayers: Service[] = [];
let reading: Balancer;
let relaying: Balancer;

before(async () => {
  [chain, postgres, dataDir] = await Promise.all([
    startChain(),
    usePostgres(),
    mkdtemp(path.join(tmpdir(), "agent-registry-rolling-")),
  ]);
  deployment = await deployLocally(chain);
  const env = {
    DATABASE_URL: await postgres.createDatabase(),
    DATA_DIR: dataDir,
    RPC_URL: chain.rpcUrl,
    REGISTRY_ADDRESS: deployment.registryAddress,
    SHUTDOWN_DELAY_SECONDS: String(DELAY_SECONDS),
    HOST: "127.0.0.1",
  };
  const apiEnv = { POLL_INTERVAL_MS: "100", RATE_LIMIT_PER_MINUTE: "1000000", DOMAIN_CHECKS: "off" };
  const relayerEnv = {
    // One wallet for both: the ledger that they share gives its nonces out.
    RELAYER_KEY: toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array(32)),
    FORWARDER_ADDRESS: deployment.forwarderAddress,
    RATE_LIMIT_PER_IP: "1000000",
    FLOOD_LIMIT_PER_MINUTE: "1000000",
    DAILY_GAS_BUDGET: "1000",
  };
  const ports = await Promise.all(Array.from({ length: 5 }, findFreePort));
  apis = ports
    .slice(0, 3)
    .map((port) => runServiceProcess({ file: API, port, env: { ...env, ...apiEnv, PORT: String(port) } }));
  relayers = ports
    .slice(3)
    .map((port) =>
      runServiceProcess({ file: RELAYER, port, env: { ...env, ...relayerEnv, RELAYER_PORT: String(port) } }),
    );
  reading = await startBalancer(apis.map(({ url }) => url));
  relaying = await startBalancer(relayers.map(({ url }) => url));
  for (const { url } of apis) await reading.waitUntilReady(url);
  for (const { url } of relayers) await relaying.waitUntilReady(url);
});
after(async () => {
  await Promise.all([reading?.stop(), relaying?.stop()]);
  await Promise.all([...apis, ...relayers].map((service) => service.end("SIGKILL")));
  await Promise.all([chain?.stop(), postgres?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

const contract = () => ({ address: deployment.registryAddress, abi: registryAbi }) as const;

async function signRegistration(): Promise<SignedRequest> {
  const signer = privateKeyToAccount(generatePrivateKey());
  const hash: Hex = `0x${"11".repeat(32)}`;
  const args = [signer.address, signer.address, hash, hash, "rolling restart", 0n, false] as const;
  const data = encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
  return signedRequest({ signer, deployment, overrides: { data, gas: SUGGESTED_GAS.register } });
}

async function post(url: string, { request, signature }: SignedRequest) {
  const answer = await fetch(`${url}/relay`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ request: toWireRequest(request), signature }),
  });
  return { status: answer.status, body: (await answer.json()) as { transactionHash: Hex; error?: string } };
}

/** Through both balancers: relays a registration, and reads until the query API has it. */
async function registerAndRead(): Promise<void> {
  const signed = await signRegistration();
  const { status, body } = await post(relaying.url, signed);
  assert.equal(status, 200, body.error);
  const { from } = signed.request;
  const id = await chain.reader.readContract({ ...contract(), functionName: "walletToAgent", args: [from] });
  await waitUntil(async () => {
    const answer = await fetch(`${reading.url}/api/v1/agent/${id}`);
    const text = await answer.text();
    assert.ok([200, 404].includes(answer.status), `${answer.status} ${text}`);
    return answer.status === 200;
  }, `agent ${id}`);
}

/** Asks both balancers until the signal is aborted. */
async function keepAsking(signal: AbortSignal): Promise<void> {
  const urls = [`${reading.url}/api/v1/agents`, `${relaying.url}/nonce/${devAccounts.creator.address}`];
  const asking = urls.map(async (url) => {
    while (!signal.aborted) {
      const answer = await fetch(url);
      assert.equal(answer.status, 200, `${url}: ${await answer.text()}`);
      await setTimeout(ASK_MS);
    }
  });
  await Promise.all(asking);
}

async function keepRegistering(signal: AbortSignal): Promise<number> {
  let registered = 0;
  for (; registered < REGISTRATIONS_A_STEP || !signal.aborted; registered += 1) await registerAndRead();
  return registered;
}

/** Ends the process as a deployment does, and starts its successor. */
async function replace(service: Service, balancer: Balancer): Promise<void> {
  assert.equal(await service.end("SIGTERM"), 0);
  service.restart();
  await balancer.waitUntilReady(service.url);
}

describe("three processes of the query API and two relayers on one PostgreSQL", () => {
  it("are replaced one after the other under load, and no request fails or is paid for twice", async () => {
    const wallet = devAccounts.relayer.address;
    const before = await chain.reader.getBalance({ address: wallet });
    let registered = 0;
    for (const [step, api] of apis.entries()) {
      const relayer = relayers[step];
      const replaced = new AbortController();
      const replacing = Promise.all([replace(api, reading), relayer && replace(relayer, relaying)]);
      const [registering, ...others] = await Promise.allSettled([
        keepRegistering(replaced.signal),
        keepAsking(replaced.signal),
        replacing.finally(() => replaced.abort()),
      ]);
      for (const result of [registering, ...others]) if (result.status === "rejected") throw result.reason;
      if (registering.status === "fulfilled") registered += registering.value;
    }

    assert.deepEqual(Object.keys(relaying.answers), ["200"]);
    const failures = Object.keys(reading.answers).filter((status) => status !== "200" && status !== "404");
    assert.deepEqual(failures, []);
    await assertPaidOnce({ registered, before });
  });

  it("lose nothing when a relayer is killed with a request in flight: the other one finishes it, once", async () => {
    const [dying, living] = relayers;
    assert.ok(dying && living);
    const total = () => chain.reader.readContract({ ...contract(), functionName: "totalAgents" });
    const before = { agents: await total(), sent: await countSent() };
    await chain.test.setAutomine(false);
    const signed = await signRegistration();
    const lost = post(dying.url, signed).then(
      () => "answered",
      () => "lost",
    );
    await waitUntil(async () => {
      const outcome = await fetch(`${living.url}/relay/${signed.digest}`);
      return outcome.ok && ((await outcome.json()) as { transactionHash: unknown }).transactionHash !== null;
    }, "a transaction with the request");
    await dying.end("SIGKILL");
    assert.equal(await lost, "lost");
    // Its author asks again, and gets the answer to the first request.
    const again = post(living.url, signed);
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    const { status, body } = await again;
    assert.equal(status, 200, body.error);
    const outcome = await (await fetch(`${living.url}/relay/${signed.digest}`)).json();
    assert.deepEqual((outcome as { result: unknown }).result, body);
    assert.equal(await total(), before.agents + 1n);
    assert.equal(await countSent(), before.sent + 1);
  });
});

const countSent = () => chain.reader.getTransactionCount({ address: devAccounts.relayer.address });

/** Every request was forwarded once and succeeded, and every wei that left the wallet is booked once. */
async function assertPaidOnce({ registered, before }: { registered: number; before: bigint }): Promise<void> {
  const forwarded = await chain.reader.getContractEvents({
    address: deployment.forwarderAddress,
    abi: minimalForwarderAbi,
    eventName: "RequestForwarded",
    fromBlock: 0n,
  });
  assert.equal(forwarded.length, registered);
  assert.ok(forwarded.every(({ args }) => args.success));
  const left = await chain.reader.getBalance({ address: devAccounts.relayer.address });
  for (const { url } of relayers) {
    const status = (await (await fetch(`${url}/status`)).json()) as { dailyGasUsed: string };
    assert.equal(status.dailyGasUsed, `${formatEther(before - left)} ETH`);
  }
}
