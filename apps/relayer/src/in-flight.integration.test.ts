import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MIN_RELAYER_BALANCE_WEI, relayErrors } from "@agent-registry/protocol";
import { devAccount, type RpcHook, waitUntil } from "@agent-registry/testkit";
import { formatEther, type Hex, numberToHex, pad, parseEther, parseTransaction, toHex } from "viem";
import type { Timing } from "./send/watcher.ts";
import { startTestChain, type TestRelayer, toBody } from "./testing/test-relayer.ts";

const ORACLE = "0x420000000000000000000000000000000000000f";
const DATA_FEE = parseEther("0.005");
const BUDGET = parseEther("1");

const { chain, startRelayer, startRpc, register } = await startTestChain();
// Nothing is ever mined here: what is sent stays in flight.
await chain.test.setAutomine(false);

/** A local chain has no parent chain; this node says that it has one, which takes a fee. */
const withDataFee: RpcHook = ({ method, params }) => {
  const [first] = params as [{ to?: string } | string | undefined];
  if (method === "eth_getCode" && String(first).toLowerCase() === ORACLE) return () => "0x60";
  if (method === "eth_call" && (first as { to: string }).to.toLowerCase() === ORACLE) {
    return () => pad(numberToHex(DATA_FEE), { size: 32 });
  }
  return "pass";
};

/** The tests run side by side, each with a wallet of its own: what is refused for lack of room is refused after ten seconds. */
describe("what is sent but not mined", { concurrency: true }, () => {
  it("counts against the budget at its worst case", async () => {
    const first = await startWith({ account: 8 });
    const worstCase = await sendOne(first);
    assert.equal(await readReserved(first), worstCase);
    await first.stop();

    const strict = await startWith({
      account: 9,
      env: { DAILY_GAS_BUDGET: formatEther(worstCase * 2n - 10n ** 9n) },
    });
    await sendOne(strict);
    const answer = await strict.post(toBody(await register()));
    assert.deepEqual(answer, { status: 429, body: { error: relayErrors.budgetExhausted } });
    await strict.stop();
  });

  it("counts against the wallet's balance at its worst case", async () => {
    const relayer = await startWith({ account: 10 });
    const worstCase = await sendOne(relayer);
    const value = MIN_RELAYER_BALANCE_WEI + worstCase - 1n;
    await chain.test.setBalance({ address: relayer.wallet, value });
    const answer = await relayer.post(toBody(await register()));
    assert.deepEqual(answer, { status: 503, body: { error: relayErrors.balanceTooLow } });
    await chain.test.setBalance({ address: relayer.wallet, value: value + 1n });
    const signed = await register();
    void relayer.post(toBody(signed));
    await waitUntil(() => isSent(relayer, signed.digest));
    await relayer.stop();
  });

  it("is replaced by a dearer one only if the budget has room for the difference", async () => {
    const timing = { pollMs: 20, retryMs: 50, resendMs: 50, replaceMs: 0 };
    const roomy = await startWith({ account: 11, timing });
    const worstCase = await sendOne(roomy);
    await waitUntil(async () => (await readAttempts(roomy)).length >= 3);
    const dearest = Math.max(...(await readAttempts(roomy)).map((raw) => Number(toGasCost(raw))));
    await waitUntil(async () => Number(await readReserved(roomy)) >= dearest);
    assert.ok(dearest > worstCase, "only the dearest is reserved for");
    await roomy.stop();

    const rpc = await startRpc();
    const env = { DAILY_GAS_BUDGET: formatEther(worstCase + worstCase / 20n) };
    const strict = await startWith({ account: 12, timing, rpc, env });
    await sendOne(strict);
    const countSent = () => rpc.calls.filter(({ method }) => method === "eth_sendRawTransaction").length;
    await waitUntil(() => countSent() >= 4, "it is sent again as it is");
    assert.equal((await readAttempts(strict)).length, 1);
    assert.equal(await readReserved(strict), worstCase);
    await strict.stop();
  });

  it("is reserved for with the parent chain's fee, and so is its replacement", async () => {
    const rpc = await startRpc(withDataFee);
    const timing = { pollMs: 20, retryMs: 50, resendMs: 50, replaceMs: 0 };
    const patient = await startWith({ account: 14, rpc });
    const worstCase = await sendOne(patient);
    assert.ok((await readReserved(patient)) >= worstCase + 2n * DATA_FEE);
    await patient.stop();

    const relayer = await startWith({ account: 13, rpc, timing });
    await sendOne(relayer);
    await waitUntil(async () => (await readAttempts(relayer)).length >= 2);
    const costs = (await readAttempts(relayer)).map(toGasCost);
    const gas = costs.reduce((a, b) => (a > b ? a : b));
    assert.ok((await readReserved(relayer)) >= gas + 2n * DATA_FEE);
    await relayer.stop();
  });

  it("is still reserved for after it was abandoned, since it may be mined yet", async () => {
    const rpc = await startRpc(({ method, params }) =>
      method === "eth_getTransactionCount" && params[1] === "pending"
        ? (count) => toHex(Number(count) + 25)
        : "pass",
    );
    const relayer = await startWith({ account: 15, rpc, timing: { pollMs: 20, gapMs: 100 } });
    const worstCase = await sendOne(relayer);
    rpc.setHook(() => "pass");
    await waitUntil(async () => (await readStates(relayer)).join() === "abandoned,live");
    assert.equal(await readReserved(relayer), 2n * worstCase);
    await relayer.stop();
  });

  type Options = {
    account: number;
    env?: Record<string, string>;
    rpc?: { rpcUrl: string };
    timing?: Partial<Timing>;
  };

  async function startWith({ account, env, rpc, timing = { pollMs: 20 } }: Options): Promise<TestRelayer> {
    const RELAYER_KEY = toHex(devAccount(account).getHdKey().privateKey ?? new Uint8Array());
    const budget = { DAILY_GAS_BUDGET: formatEther(BUDGET), ATTESTATION_RESERVE: "0" };
    return await startRelayer({
      ...(rpc && { chain: rpc }),
      env: { RELAYER_KEY, ...budget, RELAY_TIMEOUT_SECONDS: "1", ...env },
      timing,
    });
  }

  /** Sends a registration; what it can cost at most, its data on the parent chain aside. */
  async function sendOne(relayer: TestRelayer): Promise<bigint> {
    const signed = await register();
    void relayer.post(toBody(signed));
    await waitUntil(() => isSent(relayer, signed.digest));
    const [raw] = await readAttempts(relayer);
    assert.ok(raw);
    return toGasCost(raw);
  }

  async function isSent(relayer: TestRelayer, digest: Hex): Promise<boolean> {
    return Boolean((await relayer.get(`/relay/${digest}`)).body.transactionHash);
  }

  /** Rounded up to whole gwei, as reservations are. */
  function toGasCost(raw: Hex): bigint {
    const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw as `0x02${string}`);
    return ((gas * maxFeePerGas + 10n ** 9n - 1n) / 10n ** 9n) * 10n ** 9n;
  }

  async function readAttempts({ db }: TestRelayer): Promise<Hex[]> {
    const rows = await db.selectFrom("relay_attempt").select("raw").orderBy("created_at").execute();
    return rows.map(({ raw }) => raw as Hex);
  }

  async function readStates({ db }: TestRelayer): Promise<string[]> {
    const rows = await db.selectFrom("relay_transaction").select("state").orderBy("created_at").execute();
    return rows.map(({ state }) => state);
  }

  /** What the budget is short of, though nothing was paid. */
  async function readReserved(relayer: TestRelayer): Promise<bigint> {
    const { dailyBudget, budgetRemaining, dailyGasUsed } = (await relayer.get("/status")).body;
    assert.equal(dailyGasUsed, "0 ETH");
    const toWei = (shown: string) => parseEther(shown.replace(" ETH", ""));
    return toWei(dailyBudget) - toWei(budgetRemaining);
  }
});
