import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { minimalForwarderAbi } from "@agent-registry/protocol";
import {
  createRandom,
  devAccounts,
  findFreePort,
  type Random,
  type RpcFate,
  type RpcHook,
  waitUntil,
} from "@agent-registry/testkit";
import { formatEther, type Hex, parseEther } from "viem";
import { runPersistentClient } from "./testing/persistent-client.ts";
import { startRelayerProcess } from "./testing/relayer-process.ts";
import { startTestChain, toBody, toEnv } from "./testing/test-relayer.ts";

const isDeep = process.env.DEEP === "1";
const RELAYS = isDeep ? 1_000 : 20;
const KILLS = isDeep ? 50 : 2;
const CLIENTS = 10;
const SEED = Number(process.env.SEED ?? 1);
const TIMEOUT_MS = isDeep ? 60 * 60_000 : 10 * 60_000;

const { chain, deployment, startRpc, createDataDir, register } = await startTestChain();

it(`the relayer survives ${KILLS} kills and a faulty node over ${RELAYS} relays`, {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const random = createRandom(SEED);
  const faults = createFaults(random);
  const rpc = await startRpc(faults.hook);
  const dataDir = await createDataDir();
  const port = await findFreePort();
  const address = devAccounts.relayer.address;
  const balanceBefore = await chain.reader.getBalance({ address });
  const start = (env: Record<string, string> = {}) =>
    startRelayerProcess({
      port,
      env: toEnv({ chain: rpc, deployment, dataDir, env: { RPC_TIMEOUT_SECONDS: "1", ...env } }),
    });

  let relayer = await start();
  t.after(() => relayer.kill());
  const relayed = new Set<Hex>();
  let kills = 0;
  const isOver = () => relayed.size >= RELAYS && kills >= KILLS;
  const clients = Array.from({ length: CLIENTS }, () =>
    runPersistentClient({
      relayerUrl: relayer.url,
      chain,
      deployment,
      isOver,
      onRelayed: (digest) => relayed.add(digest),
    }),
  );

  while (kills < KILLS) {
    // Spread over the relays: on a slow machine all kills would otherwise fall before the first of them.
    await waitUntil(
      () => relayed.size >= (kills / KILLS) * RELAYS,
      "the relays before the next kill",
      TIMEOUT_MS,
    );
    await faults.nextMoment();
    await relayer.kill();
    kills += 1;
    relayer = await start();
  }
  const requests = (await Promise.all(clients)).flat();
  faults.end();

  // Executed exactly once, and the relayer knows it.
  const successes = await readSuccesses();
  assert.equal(new Set(successes).size, successes.length);
  assert.equal(successes.length, requests.length);
  for (const { digest } of requests) {
    await waitUntil(async () => (await ask(`/relay/${digest}`)).state === "mined");
  }
  t.diagnostic(`${requests.length} relays, ${kills} kills, ${faults.count()} faults`);

  // Every wei is in the ledger, and the day's budget holds while faults go on.
  const paid = await assertBooksAgree();
  await relayer.kill();
  const budget = paid + parseEther("0.004");
  faults.begin();
  relayer = await start({ DAILY_GAS_BUDGET: formatEther(budget) });
  const more = await Promise.all(Array.from({ length: 30 }, async () => await post(await register())));
  faults.end();
  assert.ok(more.some((status) => status === 429));
  assert.ok((await assertBooksAgree()) <= budget);

  await relayer.stop();
  relayer = await start();
  assert.equal(await post(await register()), 200);
  await relayer.stop();

  async function readSuccesses(): Promise<string[]> {
    const logs = await chain.reader.getContractEvents({
      address: deployment.forwarderAddress,
      abi: minimalForwarderAbi,
      eventName: "RequestForwarded",
      fromBlock: 0n,
    });
    return logs.filter(({ args }) => args.success).map(({ args }) => `${args.from}:${args.nonce}`);
  }

  /** Once nothing is in flight, what was booked is what the wallet lost. */
  async function assertBooksAgree(): Promise<bigint> {
    await waitUntil(async () => readLedger().unsettled === 0);
    const lost = balanceBefore - (await chain.reader.getBalance({ address }));
    assert.equal(readLedger().costWei, lost);
    return lost;
  }

  function readLedger(): { unsettled: number; costWei: bigint } {
    const database = new DatabaseSync(path.join(dataDir, "relayer.sqlite"), { readOnly: true });
    try {
      const rows = database.prepare("select state, cost_wei from relay_transaction").all();
      const queued = database.prepare("select 1 from relay_request where state in ('queued', 'sent')").all();
      return {
        unsettled: rows.filter(({ state }) => state === "live").length + queued.length,
        costWei: rows.reduce((sum, { cost_wei }) => sum + BigInt((cost_wei as string | null) ?? 0), 0n),
      };
    } finally {
      database.close();
    }
  }

  async function ask(route: string): Promise<Record<string, unknown>> {
    return (await (await fetch(`${relayer.url}${route}`)).json()) as Record<string, unknown>;
  }

  async function post(signed: Parameters<typeof toBody>[0]): Promise<number> {
    const answer = await fetch(`${relayer.url}/relay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(toBody(signed)),
    });
    await answer.text();
    return answer.status;
  }
});

/** One call in ten fails in one way or another, and now and then a call marks the moment for a kill. */
function createFaults(random: Random) {
  let isOn = true;
  let count = 0;
  let moment = Promise.withResolvers<void>();

  const hook: RpcHook = async ({ method }): Promise<RpcFate> => {
    if (!isOn) return "pass";
    // Most can go wrong between the signature and the answer.
    if (method === "eth_sendRawTransaction" && random.next() < 0.3) moment.resolve();
    if (random.next() >= 0.1) return "pass";
    count += 1;
    const fate = random.pick(["delay", "drop", "drop-after", "503", "timeout", "error"] as const);
    if (fate === "delay") await new Promise((resolve) => setTimeout(resolve, random.whole(0, 399)));
    if (fate === "delay") return "pass";
    if (fate === "503") return { status: 503 };
    if (fate === "error") return { error: { code: -32603, message: "internal error" } };
    return fate;
  };

  return {
    hook,
    count: () => count,
    begin: () => {
      isOn = true;
    },
    end: () => {
      isOn = false;
    },
    /** Half the time when a transaction is being sent, otherwise at any moment. */
    async nextMoment(): Promise<void> {
      moment = Promise.withResolvers<void>();
      const anyTime = new Promise<void>((resolve) => setTimeout(resolve, 100 + random.whole(0, 1_999)));
      await (random.next() < 0.5 ? Promise.race([moment.promise, anyTime]) : anyTime);
    },
  };
}
