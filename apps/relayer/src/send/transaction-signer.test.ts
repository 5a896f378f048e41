import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, beforeEach, describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { type Address, type Hex, pad, parseTransaction, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { bookPayment } from "../ledger/budget.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import { locked } from "../ledger/schema.ts";
import { SignerFailure, type SigningAccount } from "../signing/signing-account.ts";
import { createTransactionSigner } from "./transaction-signer.ts";

const GWEI = 10n ** 9n;
const RESERVED_GWEI = 1;
let now = 1_000_000_000;
const clock = { now: () => now };
const account = privateKeyToAccount(generatePrivateKey());
const wallet = account.address;
const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-signer-"));
const logger = createLogger({ name: "relayer", level: "silent" });
const ledger = await createLedger({ databaseUrl: undefined, dataDir, clock, logger });
after(async () => {
  await ledger.stop();
  await rm(dataDir, { recursive: true });
});

const prices = {
  feeEstimate: { baseFeePerGas: 10n * GWEI, tip: GWEI },
  toDataFee: (bytes: number) => BigInt(bytes) * GWEI,
};
const atNonce = (nonce: number) => ({ latest: nonce, pending: nonce, askedAt: now });
const view = (nonces: ReturnType<typeof atNonce> | null) => ({ ...prices, chainId: 1, nonces });
const createSigner = (budgetWei = 10n ** 18n, feeCapWei = 1_000n * GWEI, signing: SigningAccount = account) =>
  createTransactionSigner({
    db: ledger.db,
    clock,
    account: signing,
    forwarderAddress: wallet,
    feeCapWei,
    budgetWei,
  });

describe("the signer of transactions", () => {
  beforeEach(clear);

  it("asks for the chain's nonces if nothing is in flight, and goes on from its own otherwise", async () => {
    const { create } = createSigner();
    assert.equal((await create(await queue(1), view(null))).kind, "nonce-needed");
    assert.equal((await created(create(await queue(1), view(atNonce(5))))).nonce, 5);
    assert.equal((await created(create(await queue(1), view(null)))).nonce, 6);
  });

  it("does not take a nonce that a transaction spent after the chain was asked", async () => {
    const { create } = createSigner();
    const { id, digests } = await created(create(await queue(1), view(atNonce(5))));
    const block = { number: 1, hash: id };
    await ledger.transactions.settle({ id, hash: id, block, costWei: 1n, outcomes: [] });
    for (const digest of digests)
      await ledger.requests.refuse({ digest, refusal: { status: 500, error: "" } });
    assert.equal((await created(create(await queue(1), view(atNonce(5))))).nonce, 6);
  });

  it("reserves the worst case with the data fee, in place of what the requests had reserved", async () => {
    const { create } = createSigner();
    const items = await queue(2);
    const { raw } = await created(create(items, view(atNonce(0))));
    const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw as `0x02${string}`);
    assert.equal(maxFeePerGas, 21n * GWEI);
    const { reservedWei } = await ledger.readSpending();
    const dataFee = reservedWei - gas * maxFeePerGas;
    // Its size is estimated from above.
    const bytes = BigInt((raw.length - 2) / 2);
    assert.ok(dataFee >= bytes * GWEI && dataFee < (bytes + 200n) * GWEI, `${dataFee}`);
  });

  it("carries as many requests as the budget has room for, and names the first if not even one fits", async () => {
    const items = await queue(4);
    const { create } = createSigner();
    const whole = await created(create(items, view(atNonce(0))));
    assert.equal(whole.digests.length, 4);
    const { reservedWei: four } = await ledger.readSpending();
    await ledger.transactions.void({ id: whole.id });

    // Those that are left out stay queued, with their reservations.
    const half = await created(createSigner(four - 1n).create(items, view(atNonce(0))));
    assert.equal(half.digests.length, 2);
    const { reservedWei: two } = await ledger.readSpending();
    await ledger.transactions.void({ id: half.id });
    assert.equal(two < four, true);

    const none = await createSigner(100n * GWEI).create(items, view(atNonce(0)));
    assert.deepEqual(none, { kind: "over-budget", digest: items[0]?.digest });
  });

  it("fits exactly: the whole budget may be used, and not a wei more", async () => {
    const items = await queue(1);
    const probe = await created(createSigner().create(items, view(atNonce(0))));
    const { reservedWei } = await ledger.readSpending();
    await ledger.transactions.void({ id: probe.id });
    assert.equal((await createSigner(reservedWei - 1n).create(items, view(atNonce(0)))).kind, "over-budget");
    assert.equal((await createSigner(reservedWei).create(items, view(atNonce(0)))).kind, "created");
  });

  it("leaves out requests that are not queued any more", async () => {
    const items = await queue(2);
    const [first] = items;
    assert.ok(first);
    await ledger.requests.refuse({ digest: first.digest, refusal: { status: 500, error: "" } });
    const { digests } = await created(createSigner().create(items, view(atNonce(0))));
    assert.deepEqual(digests, [items[1]?.digest]);
    assert.equal((await createSigner().create(items, view(atNonce(0)))).kind, "nothing-left");
  });

  it("outbids an abandoned transaction that may still hold the nonce", async () => {
    const { create } = createSigner();
    const items = await queue(1);
    const { id } = await created(create(items, view(atNonce(3))));
    await ledger.transactions.abandon([id]);
    const again = await created(create(items, view(atNonce(3))));
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(again.raw as `0x02${string}`);
    assert.ok(maxFeePerGas > (21n * GWEI * 9n) / 8n && maxPriorityFeePerGas > (GWEI * 9n) / 8n);
    await ledger.transactions.abandon([again.id]);
    const elsewhere = await created(create(items, view(atNonce(4))));
    assert.equal(parseTransaction(elsewhere.raw as `0x02${string}`).maxFeePerGas, 21n * GWEI);
  });

  it("bids no more than the cap, though an abandoned transaction then keeps the nonce", async () => {
    const { create } = createSigner(10n ** 18n, 22n * GWEI);
    const items = await queue(1);
    const { id } = await created(create(items, view(atNonce(3))));
    await ledger.transactions.abandon([id]);
    const again = await created(create(items, view(atNonce(3))));
    assert.equal(parseTransaction(again.raw as `0x02${string}`).maxFeePerGas, 21n * GWEI);
  });

  it("outbids both fees of every attempt at the nonce, whichever was the last", async () => {
    const { create } = createSigner();
    const items = await queue(1);
    const bids = [
      { maxFeePerGas: 80n * GWEI, maxPriorityFeePerGas: GWEI },
      { maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: 8n * GWEI },
      { maxFeePerGas: 24n * GWEI, maxPriorityFeePerGas: GWEI },
    ];
    const { id } = await created(create(items, view(atNonce(3))));
    for (const [i, fees] of bids.entries()) {
      const attempt = { hash: pad(toHex(i), { size: 32 }), raw: "0x" as const, ...fees };
      now += 1;
      await ledger.transactions.addAttempt({ id, attempt, reservedWei: 0n });
    }
    await ledger.transactions.abandon([id]);
    const again = await created(create(items, view(atNonce(3))));
    const { maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(again.raw as `0x02${string}`);
    assert.deepEqual([maxFeePerGas, maxPriorityFeePerGas], [90n * GWEI + 1n, 9n * GWEI + 1n]);
  });

  it("replaces with the same call and nonce, and reserves for the dearest of all attempts", async () => {
    const { create, replace } = createSigner();
    const { raw: before } = await created(create(await queue(1), view(atNonce(0))));
    const { reservedWei: held } = await ledger.readSpending();
    const [transaction] = await ledger.transactions.findUnsettled(wallet);
    assert.ok(transaction);
    const fees = { maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    const raw = await replace(transaction, { fees, toDataFee: prices.toDataFee });
    assert.ok(raw);
    const [first, second] = [before, raw].map((one) => parseTransaction(one as `0x02${string}`));
    for (const field of ["nonce", "to", "data", "gas", "chainId"] as const) {
      assert.equal(second?.[field], first?.[field]);
    }
    const { reservedWei } = await ledger.readSpending();
    const bytes = BigInt((before.length - 2) / 2);
    assert.equal(reservedWei, (second?.gas ?? 0n) * fees.maxFeePerGas + bytes * GWEI);
    assert.ok(reservedWei > held);

    // Another process has replaced it by now.
    assert.equal(await replace(transaction, { fees, toDataFee: prices.toDataFee }), undefined);
    const [replaced] = await ledger.transactions.findUnsettled(wallet);
    assert.ok(replaced);
    const cheaper = { maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI };
    assert.ok(await replace(replaced, { fees: cheaper, toDataFee: () => 0n }));
    assert.equal((await ledger.readSpending()).reservedWei, reservedWei, "the dearer one may still be mined");
  });

  it("replaces up to the budget, and not a wei beyond it", async () => {
    const fees = { maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    const options = { fees, toDataFee: prices.toDataFee };
    const { raw } = await created(createSigner().create(await queue(1), view(atNonce(0))));
    const [transaction] = await ledger.transactions.findUnsettled(wallet);
    assert.ok(transaction);
    const gas = parseTransaction(raw as `0x02${string}`).gas ?? 0n;
    const needed = gas * fees.maxFeePerGas + BigInt((raw.length - 2) / 2) * GWEI;
    assert.equal(await createSigner(needed - 1n).replace(transaction, options), undefined);
    assert.equal((await ledger.transactions.findUnsettled(wallet))[0]?.attempts.length, 1);
    assert.ok(await createSigner(needed).replace(transaction, options));
  });
});

describe("a signer that takes its time", () => {
  beforeEach(clear);

  /** Signs, but only after something else has happened. */
  const createSlowSigner = (happens: () => Promise<unknown>, budgetWei?: bigint) =>
    createSigner(budgetWei, undefined, {
      address: wallet,
      async signTransaction(transaction) {
        await happens();
        return await account.signTransaction(transaction);
      },
    });

  it("is not waited for under the ledger's lock", async () => {
    const { create, replace } = createSlowSigner(() => locked(ledger.db, async () => undefined));
    assert.equal((await created(create(await queue(1), view(atNonce(5))))).nonce, 5);
    const [transaction] = await ledger.transactions.findUnsettled(wallet);
    assert.ok(transaction);
    const fees = { maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    assert.ok(await replace(transaction, { fees, toDataFee: prices.toDataFee }));
  });

  it("leaves everything as it was if it fails, and the nonce to the next", async () => {
    const { create } = createSlowSigner(() => Promise.reject(new SignerFailure("timeout", "too late")));
    const items = await queue(2);
    const before = await ledger.readSpending();
    await assert.rejects(create(items, view(atNonce(5))), SignerFailure);
    assert.deepEqual(await ledger.transactions.findUnsettled(wallet), []);
    assert.deepEqual(await ledger.readSpending(), before);
    const after = await created(createSigner().create(items, view(atNonce(5))));
    assert.deepEqual([after.nonce, after.digests.length], [5, 2]);
  });

  it("has signed in vain if a request was refused, the nonce was taken or the budget was spent meanwhile", async () => {
    const [one, other] = await queue(2);
    assert.ok(one && other);
    const refusal = { status: 500, error: "" } as const;
    const refuse = () => ledger.requests.refuse({ digest: one.digest, refusal });
    assert.deepEqual(await createSlowSigner(refuse).create([one, other], view(atNonce(5))), {
      kind: "changed",
    });

    const takeNonce = async () => created(createSigner().create(await queue(1), view(atNonce(5))));
    assert.deepEqual(await createSlowSigner(takeNonce).create([other], view(atNonce(5))), {
      kind: "changed",
    });
    assert.equal((await created(createSigner().create([other], view(null)))).nonce, 6);

    await clear();
    const items = await queue(1);
    const { id } = await created(createSigner().create(items, view(atNonce(5))));
    const { reservedWei } = await ledger.readSpending();
    await ledger.transactions.void({ id });
    const spend = () => locked(ledger.db, (db) => bookPayment({ db, clock, wei: 1n }));
    const slow = createSlowSigner(spend, reservedWei);
    assert.deepEqual(await slow.create(items, view(atNonce(5))), { kind: "changed" });
    assert.deepEqual(await ledger.transactions.findUnsettled(wallet), []);
  });

  it("has signed in vain if the transaction to replace is mined meanwhile", async () => {
    const { id } = await created(createSigner().create(await queue(1), view(atNonce(5))));
    const [transaction] = await ledger.transactions.findUnsettled(wallet);
    assert.ok(transaction);
    const block = { number: 1, hash: id };
    const settle = () => ledger.transactions.settle({ id, hash: id, block, costWei: 1n, outcomes: [] });
    const fees = { maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    const { replace } = createSlowSigner(settle);
    assert.equal(await replace(transaction, { fees, toDataFee: prices.toDataFee }), undefined);
    const attempts = await ledger.db.selectFrom("relay_attempt").selectAll().execute();
    assert.equal(attempts.length, 1);
  });
});

async function clear(): Promise<void> {
  for (const table of ["relay_request", "relay_transaction", "relay_attempt", "relay_spending"] as const) {
    await ledger.db.deleteFrom(table).execute();
  }
  now += 60_000;
}

let signers = 0;

/** Requests of as many signers. */
async function queue(count: number): Promise<StoredRequest[]> {
  const digests: Hex[] = [];
  for (let i = 0; i < count; i += 1) {
    signers += 1;
    const from: Address = `0x${signers.toString(16).padStart(40, "0")}`;
    const digest = pad(toHex(signers), { size: 32 });
    const request = { from, to: from, value: 0n, gas: 100_000n, nonce: 0n, deadline: 0, data: "0x" } as const;
    const row = { wallet, digest, request, signature: "0x" as const, reservedGwei: RESERVED_GWEI };
    await ledger.requests.insert([row]);
    digests.push(digest);
  }
  const stored = await ledger.requests.findAll(digests);
  return digests.flatMap((digest) => stored.find((item) => item.digest === digest) ?? []);
}

async function created(creation: ReturnType<ReturnType<typeof createSigner>["create"]>) {
  const result = await creation;
  assert.ok(result.kind === "created", result.kind);
  return result;
}
