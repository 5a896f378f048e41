import assert from "node:assert/strict";
import { test } from "node:test";
import type { Policy } from "@agent-registry/protocol";
import { type Address, numberToHex } from "viem";
import type { KyaVerdict } from "../actions/kya-finding.ts";
import { createVerdictCache } from "./ask-register.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const start = Date.parse("2026-03-01T12:00:00.000Z");

type Overrides = { checkedAt?: number; lastAttestation?: number; objections?: KyaVerdict["objections"] };

function verdict(overrides: Overrides = {}): KyaVerdict {
  const { checkedAt = start, lastAttestation = start, objections = [] } = overrides;
  return {
    wallet,
    source: "api",
    admissible: objections.length === 0,
    objections,
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
  admissible: false,
  objections: ["not-registered"],
  checkedAt: new Date(start).toISOString(),
  verdict: "not-registered",
  reason: "not-registered",
  agent: null,
  consents: null,
  refusals: null,
};

type Asked = { maxAttestationAgeSeconds?: number; isCertified?: boolean };

function setUp(
  answer: () => KyaVerdict | Promise<KyaVerdict>,
  { maxAttestationAgeSeconds, isCertified = false }: Asked = {},
) {
  const state = { now: start, asked: 0 };
  const policy: Policy = { maxAttestationAgeSeconds, certified: isCertified ? { level: "low" } : undefined };
  const getVerdict = createVerdictCache({
    now: () => state.now,
    policy,
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

test("a verdict ends when the attestation is older than the policy allows", async () => {
  const { state, getVerdict } = setUp(() => verdict({ lastAttestation: start - 3_600_000 + 5_000 }), {
    maxAttestationAgeSeconds: 3_600,
  });
  await getVerdict(wallet);
  state.now += 4_999;
  await getVerdict(wallet);
  assert.equal(state.asked, 1);
  state.now += 1;
  await getVerdict(wallet);
  assert.equal(state.asked, 2);
});

test("a verdict that rests on a certificate is kept for a few seconds only: it may end, or be withdrawn", async () => {
  const { state, getVerdict } = setUp(() => verdict(), { isCertified: true });
  await getVerdict(wallet);
  state.now += 4_999;
  await getVerdict(wallet);
  assert.equal(state.asked, 1);
  state.now += 1;
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
  const { state, getVerdict } = setUp(() => verdict({ objections: ["ancestor-revoked"] }));
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
  assert.equal((await getVerdict(wallet))?.verdict, "compliant");
  assert.equal(state.asked, 2);
});

const anyone = (number: number) => numberToHex(number, { size: 20 });

/** A register that knows one compliant wallet. */
function setUpStrangers({ allowed = Number.POSITIVE_INFINITY } = {}) {
  const state = { now: start, asked: [] as Address[], allowed, isSuspended: false };
  const findVerdict = createVerdictCache({
    now: () => state.now,
    mayAskAboutStranger: () => state.allowed-- > 0,
    check: async (asked) => {
      state.asked.push(asked);
      const checkedAt = new Date(state.now).toISOString();
      return { ...(asked === wallet && !state.isSuspended ? verdict() : refused), checkedAt };
    },
  });
  return { state, findVerdict };
}

test("a stranger beyond the limit is not looked up", async () => {
  const { state, findVerdict } = setUpStrangers({ allowed: 1 });
  assert.equal((await findVerdict(anyone(1)))?.verdict, "not-registered");
  assert.equal(await findVerdict(anyone(2)), undefined);
  assert.deepEqual(state.asked, [anyone(1)]);
  // What is known costs nothing.
  assert.equal((await findVerdict(anyone(1)))?.verdict, "not-registered");
});

test("a stranger whose look-up is under way is not counted twice", async () => {
  const { findVerdict } = setUpStrangers({ allowed: 1 });
  const verdicts = await Promise.all([findVerdict(anyone(1)), findVerdict(anyone(1))]);
  assert.deepEqual(
    verdicts.map((known) => known?.verdict),
    ["not-registered", "not-registered"],
  );
});

test("a known agent is looked up again however many strangers come", async () => {
  const { state, findVerdict } = setUpStrangers({ allowed: 1 });
  await findVerdict(wallet);
  state.now += 60_000;
  assert.equal((await findVerdict(wallet))?.verdict, "compliant");
  assert.equal(await findVerdict(anyone(1)), undefined);
});

test("an agent that is turned away at its next look-up is a stranger again", async () => {
  const { state, findVerdict } = setUpStrangers({ allowed: 1 });
  await findVerdict(wallet);
  state.now += 60_000;
  state.isSuspended = true;
  assert.equal((await findVerdict(wallet))?.verdict, "not-registered");
  state.now += 5_000;
  assert.equal(await findVerdict(wallet), undefined);
});

test("an agent that was refused and then admitted is known", async () => {
  const { state, findVerdict } = setUpStrangers({ allowed: 2 });
  state.isSuspended = true;
  await findVerdict(wallet);
  state.isSuspended = false;
  state.now += 5_000;
  await findVerdict(wallet);
  state.now += 60_000;
  assert.equal((await findVerdict(wallet))?.verdict, "compliant");
});

test("10,000 strangers are remembered, the newest, and push out no known agent", async () => {
  const { state, findVerdict } = setUpStrangers();
  await findVerdict(wallet);
  for (let number = 1; number <= 10_000; number++) await findVerdict(anyone(number));
  await findVerdict(anyone(1));
  assert.equal(state.asked.length, 10_001);
  await findVerdict(anyone(10_001));
  await findVerdict(anyone(2));
  assert.equal(state.asked.length, 10_002);
  await findVerdict(anyone(1));
  assert.equal(state.asked.length, 10_003);
  await findVerdict(wallet);
  assert.equal(state.asked.length, 10_003);
});

test("a stranger that was looked up again counts among the newest", async () => {
  const { state, findVerdict } = setUpStrangers();
  for (let number = 1; number <= 10_000; number++) await findVerdict(anyone(number));
  state.now += 5_000;
  // Not the oldest, which would have made room for itself.
  await findVerdict(anyone(2));
  await findVerdict(anyone(10_001));
  await findVerdict(anyone(10_002));
  const asked = state.asked.length;
  await findVerdict(anyone(2));
  assert.equal(state.asked.length, asked);
});
