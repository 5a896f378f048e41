import assert from "node:assert/strict";
import { test } from "node:test";
import type { KyaVerdict } from "../actions/kya.ts";
import { createVerdictCache } from "./verdict-cache.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const start = Date.parse("2026-03-01T12:00:00.000Z");

function verdict(overrides: { checkedAt?: number; lastAttestation?: number } = {}): KyaVerdict {
  const { checkedAt = start, lastAttestation = start } = overrides;
  return {
    wallet,
    source: "api",
    checkedAt: new Date(checkedAt).toISOString(),
    verdict: "compliant",
    reason: "active-and-attested",
    agent: {
      agentId: 7,
      creator: wallet,
      haftungsperson: wallet,
      agentWallet: wallet,
      operationalScope: "",
      status: "Active",
      registeredAt: new Date(lastAttestation).toISOString(),
      lastAttestation: new Date(lastAttestation).toISOString(),
    },
    consents: { wallet: true, haftungsperson: true, parent: true },
    refusals: { haftungsperson: false, parent: false },
  };
}

const refused: KyaVerdict = {
  wallet,
  source: "api",
  checkedAt: new Date(start).toISOString(),
  verdict: "not-registered",
  reason: "not-registered",
  agent: null,
  consents: null,
  refusals: null,
};

function setUp(
  answer: () => KyaVerdict | Promise<KyaVerdict>,
  isRefused = ({ verdict }: KyaVerdict) => verdict !== "compliant",
) {
  const state = { now: start, asked: 0 };
  const getVerdict = createVerdictCache({
    now: () => state.now,
    isRefused,
    check: async () => {
      state.asked++;
      return answer();
    },
  });
  return { state, getVerdict };
}

test("a verdict is kept for a minute", async () => {
  const { state, getVerdict } = setUp(() => verdict());
  await getVerdict(wallet);
  state.now += 59_999;
  await getVerdict(wallet);
  assert.equal(state.asked, 1);
  state.now += 1;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a verdict's minute counts from when the register was read, not from when the answer came", async () => {
  const { state, getVerdict } = setUp(() => verdict({ checkedAt: start - 50_000 }));
  await getVerdict(wallet);
  state.now += 10_000;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a service's clock that runs ahead does not make its verdicts last longer", async () => {
  const { state, getVerdict } = setUp(() => verdict({ checkedAt: start + 3_600_000 }));
  await getVerdict(wallet);
  state.now += 60_000;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a verdict ends when the attestation lapses", async () => {
  const { state, getVerdict } = setUp(() => verdict({ lastAttestation: start - 7 * 86_400_000 + 5_000 }));
  await getVerdict(wallet);
  state.now += 5_000;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a refusal is kept for a few seconds only", async () => {
  const { state, getVerdict } = setUp(() => refused);
  await getVerdict(wallet);
  await getVerdict(wallet);
  assert.equal(state.asked, 1);
  state.now += 5_000;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a refusal of a compliant agent is kept for a few seconds only", async () => {
  const { state, getVerdict } = setUp(
    () => verdict(),
    () => true,
  );
  await getVerdict(wallet);
  state.now += 4_999;
  await getVerdict(wallet);
  assert.equal(state.asked, 1);
  state.now += 1;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("concurrent requests for one wallet ask the register once", async () => {
  const { state, getVerdict } = setUp(() => verdict());
  await Promise.all(Array.from({ length: 50 }, () => getVerdict(wallet)));
  assert.equal(state.asked, 1);
});

test("an error is not kept", async () => {
  let works = false;
  const { state, getVerdict } = setUp(() => {
    if (!works) throw new Error("register down");
    return verdict();
  });
  await assert.rejects(getVerdict(wallet), /register down/);
  works = true;
  assert.equal((await getVerdict(wallet)).verdict, "compliant");
  assert.equal(state.asked, 2);
});
