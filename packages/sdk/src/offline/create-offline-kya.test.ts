import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { AGENTS_PER_LIST, type StatusValue, setStatus, toListBytes } from "@agent-registry/protocol/signed";
import type { Address } from "viem";
import {
  bindingClaims,
  block,
  CHAIN_ID,
  createTestIssuer,
  entry,
  HAFTUNGSPERSON,
  listClaims,
  NOW,
  REGISTRY,
  receiptClaims,
  WALLET,
} from "../testing/test-issuer.ts";
import { createOfflineKya, type OfflineKyaOptions } from "./create-offline-kya.ts";
import { UntrustedToken } from "./verify-token.ts";

let server: Server;
let issuer: string;
let register: Awaited<ReturnType<typeof createTestIssuer>>;
/** What the register answers with, by path, and which paths were asked for. */
const answers = new Map<string, string>();
let asked: string[] = [];
const LIST = "/api/v1/status-lists/0";

before(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers.get(request.url ?? "");
    response.writeHead(answer === undefined ? 500 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  register = await createTestIssuer(issuer);
});
after(() => server.close());

/** A provider of this register, with a clock that the test sets. */
function setUp(t: TestContext, options: Partial<OfflineKyaOptions> = {}) {
  const time = { now: NOW };
  const problems: string[] = [];
  answers.clear();
  asked = [];
  const offline = createOfflineKya({
    issuers: register.issuers,
    registry: REGISTRY,
    chainId: CHAIN_ID,
    now: () => time.now,
    onProblem: ({ message }) => problems.push(message),
    ...options,
  });
  t.after(offline.close);
  const decide = (wallet: Address = WALLET) => {
    const { verdict, reason } = offline.decide(wallet);
    return `${verdict}: ${reason}`;
  };
  return { offline, time, problems, decide };
}

type BindingFacts = Parameters<typeof bindingClaims>[0];
type ListFacts = Parameters<typeof listClaims>[0];
const bind = (facts: BindingFacts = {}) => register.sign("binding", bindingClaims({ issuer, ...facts }));
const publish = async (facts: ListFacts = {}) =>
  answers.set(LIST, await register.sign("statusList", listClaims({ issuer, ...facts })));
const listWith = (value: StatusValue) => {
  const bytes = toListBytes(100);
  setStatus(bytes, 5, value);
  return bytes;
};

describe("createOfflineKya", () => {
  it("decides by binding and list, however the wallet is written, until one of them ends", async (t) => {
    const { offline, decide } = setUp(t);
    await publish();
    assert.equal(decide(), "unknown: no-binding");
    const { agentId, wallet } = await offline.addBinding(await bind());
    assert.deepEqual([agentId, wallet], [5, WALLET]);
    assert.deepEqual(offline.decide(WALLET.toUpperCase().replace("0X", "0x") as Address), {
      verdict: "compliant",
      reason: "active-and-attested",
      agentId: 5,
      until: NOW + 900,
    });
  });

  it("says each standing that a list has", async (t) => {
    const { offline, decide, time } = setUp(t);
    const standings: [StatusValue, string][] = [
      [0, "compliant: active-and-attested"],
      [1, "non-compliant: revoked-or-terminated"],
      [2, "non-compliant: suspended"],
      [3, "ask: not-vouched-for"],
    ];
    for (const [value, said] of standings) {
      time.now += 1;
      await publish({ bytes: listWith(value), issuedAt: time.now });
      await offline.addBinding(await bind());
      await offline.refresh();
      assert.equal(decide(), said);
    }
  });

  it("lets nobody in whom wallet and Haftungsperson did not agree to, unless that is not asked for", async (t) => {
    const consents = { ...entry.consents, haftungsperson: false };
    const strict = setUp(t);
    const lax = setUp(t, { requireConsents: ["wallet"] });
    const all = setUp(t, { requireConsents: ["wallet", "parent"] });
    await publish();
    for (const { offline } of [strict, lax, all]) await offline.addBinding(await bind({ consents }));
    assert.equal(strict.decide(), "non-compliant: haftungsperson-not-agreed");
    assert.equal(lax.decide(), "compliant: active-and-attested");
    assert.equal(all.decide(), "non-compliant: parent-not-agreed");
  });

  it("lets no wallet in that is its own Haftungsperson, unless that is allowed", async (t) => {
    const strict = setUp(t, { requireConsents: [] });
    const lax = setUp(t, { selfLiable: "allow" });
    await publish();
    for (const { offline } of [strict, lax]) await offline.addBinding(await bind({ haftungsperson: WALLET }));
    assert.equal(strict.decide(), "non-compliant: haftungsperson-is-the-wallet");
    assert.equal(lax.decide(), "compliant: active-and-attested");
  });

  it("lets nobody in whom no notary certified if that is asked for, and nobody from the certificate's end on", async (t) => {
    const until = NOW + 100;
    const held = { notary: HAFTUNGSPERSON, kind: "natural", level: "substantial", until } as const;
    const judge = async (
      certified: OfflineKyaOptions["certified"],
      stated: typeof held | undefined = held,
    ) => {
      const one = setUp(t, certified && { certified });
      await publish();
      await one.offline.addBinding(await bind({ certified: stated }));
      return one;
    };
    const right = await judge({ level: "low", kind: "natural", notaries: [HAFTUNGSPERSON] });
    assert.equal(right.decide(), "compliant: active-and-attested");
    assert.equal(right.offline.decide(WALLET).until, until, "the certificate ends before the list");
    right.time.now = until;
    assert.equal(right.decide(), "non-compliant: certificate-ended");
    await right.offline.addBinding(await bind({ now: until, certified: held }));
    assert.equal(right.decide(), "non-compliant: certificate-ended", "of a newer binding as well");

    const saidOf = async (...given: Parameters<typeof judge>) => (await judge(...given)).decide();
    assert.equal(await saidOf(undefined), "compliant: active-and-attested");
    const none = setUp(t, { certified: { level: "low" } });
    await publish();
    await none.offline.addBinding(await bind());
    assert.equal(none.decide(), "non-compliant: haftungsperson-not-certified");
    assert.equal(await saidOf({ level: "high" }), "non-compliant: haftungsperson-not-certified");
    // There may be another certificate, of which the binding does not tell.
    assert.equal(await saidOf({ level: "low", kind: "legal" }), "ask: other-certificate");
    assert.equal(await saidOf({ level: "low", notaries: [WALLET] }), "ask: other-certificate");
    assert.throws(() => setUp(t, { certified: { level: "highest" as "high" } }), {
      message: /policy\.certified\.level must be low, substantial or high/,
    });
  });

  it("says of a suspended agent that it is, whatever is certified", async (t) => {
    const { offline, decide } = setUp(t, { certified: { level: "low", kind: "legal" } });
    const certified = { notary: HAFTUNGSPERSON, kind: "natural", level: "high", until: NOW + 9 } as const;
    await publish({ bytes: listWith(2) });
    await offline.addBinding(await bind({ certified }));
    assert.equal(decide(), "non-compliant: suspended");
  });

  it("lets nobody in on a list or a binding that has ended, or a list that is too old", async (t) => {
    const { offline, decide, time } = setUp(t);
    const impatient = setUp(t, { maxListAgeSeconds: 60 });
    await publish();
    for (const one of [offline, impatient.offline]) await one.addBinding(await bind());
    impatient.time.now = NOW + 61;
    assert.equal(impatient.decide(), "unknown: list-expired");
    time.now = NOW + 899;
    assert.equal(decide(), "compliant: active-and-attested");
    time.now = NOW + 900;
    assert.equal(decide(), "unknown: list-expired");
    await publish({ issuedAt: NOW + 86_399 });
    time.now = NOW + 86_399;
    await offline.refresh();
    assert.equal(offline.decide(WALLET).until, NOW + 86_400, "the binding ends before the list");
    time.now = NOW + 86_400;
    assert.equal(decide(), "unknown: binding-expired");
    await offline.addBinding(await bind({ now: time.now }));
    assert.equal(decide(), "compliant: active-and-attested");
  });

  it("refuses an agent beyond the end of the list", async (t) => {
    const { offline, decide } = setUp(t);
    await publish({ size: 5, bytes: toListBytes(100) });
    await offline.addBinding(await bind());
    assert.equal(decide(), "non-compliant: not-in-list");
  });

  it("keeps a list until it ends if no newer one can be had, and never takes an older one", async (t) => {
    const { offline, decide, time, problems } = setUp(t);
    await publish({ bytes: listWith(2) });
    await offline.addBinding(await bind());
    answers.clear();
    await offline.refresh();
    assert.match(problems.at(-1) ?? "", /^The query API failed/);
    for (const older of [{ issuedAt: NOW - 1 }, { issuedAt: NOW + 1, block: { ...block, number: 307 } }]) {
      time.now = NOW + 1;
      await publish(older);
      await offline.refresh();
      assert.match(problems.at(-1) ?? "", /older list/);
      assert.equal(decide(), "non-compliant: suspended");
    }
    assert.equal(problems.length, 3);
  });

  it("takes no list that is not the register's list at that address, each for its own reason", async (t) => {
    const { offline, decide, problems } = setUp(t);
    const sign = (facts: ListFacts) => register.sign("statusList", listClaims({ issuer, ...facts }));
    const strangers = await createTestIssuer(issuer);
    const bomb = deflateSync(new Uint8Array(8 * 1024 * 1024)).toString("base64url");
    const cases: [what: string, token: Promise<string> | string, why: RegExp][] = [
      ["no token", "<html>", /not a signed token/],
      ["another list", sign({ list: 1 }), /another list than the one at/],
      ["another chain", sign({ chainId: 8453 }), /another chain/],
      ["another register", sign({ registry: WALLET }), /another register/],
      ["a receipt", register.sign("receipt", { ...receiptClaims(), iss: issuer }), /another kind/],
      ["a stranger's", strangers.sign("statusList", listClaims({ issuer })), /does not publish/],
      ["an expired one", sign({ issuedAt: NOW - 900 }), /expired 0 seconds ago/],
      ["one of the future", sign({ issuedAt: NOW + 31 }), /Is the clock right/],
      [
        "one for longer than a day",
        sign({ lifetimeSeconds: 86_431 }),
        /no register signs for more than 86400/,
      ],
      ["one that inflates without end", sign({ lst: bomb }), /more agents than a list can have/],
      ["one that is not compressed", sign({ lst: "AAAA" }), /not compressed/],
      ["one that is cut short", sign({ bytes: toListBytes(95) }), /shorter than it says/],
      [
        "one of four bits",
        register.sign("statusList", { ...listClaims({ issuer }), status_list: { bits: 4, lst: "" } }),
        /does not say what a status list says/,
      ],
      ["one that is too long", "a".repeat(1_048_577), /more than 1048576 bytes/],
    ];
    await offline.addBinding(await bind());
    for (const [what, token, why] of cases) {
      answers.set(LIST, await token);
      await offline.refresh();
      assert.match(problems.at(-1) ?? "", why, what);
      assert.equal(decide(), "unknown: no-list", what);
    }
  });

  it("takes no binding that is not the register's, or that leads elsewhere, and fetches nothing for it", async (t) => {
    const { offline, decide } = setUp(t);
    await publish();
    const own = bindingClaims({ issuer });
    const cases: [what: string, token: Promise<string>, reason: string][] = [
      ["a receipt", register.sign("receipt", own), "other-kind"],
      ["another issuer's", register.sign("binding", bindingClaims()), "unknown-issuer"],
      ["another register's", bind({ registry: WALLET }), "other-registry"],
      ["another chain's", bind({ chainId: 8453 }), "other-chain"],
      ["an expired one", bind({ now: NOW - 86_400 }), "expired"],
      ["one of the future", bind({ now: NOW + 31 }), "not-yet-valid"],
      [
        "one for longer than a day",
        register.sign("binding", { ...own, exp: NOW + 86_431 }),
        "too-long-lived",
      ],
      [
        "one that leads to somebody's server",
        register.sign("binding", { ...own, status: { status_list: { idx: 5, uri: "http://127.0.0.1:1/" } } }),
        "contradictory",
      ],
      [
        "one that leads to another agent's place",
        register.sign("binding", {
          ...own,
          status: { status_list: { idx: 6, uri: own.status.status_list.uri } },
        }),
        "contradictory",
      ],
    ];
    for (const [what, token, reason] of cases)
      await assert.rejects(
        offline.addBinding(await token),
        (error: unknown) => error instanceof UntrustedToken && error.reason === reason,
        what,
      );
    assert.equal(decide(), "unknown: no-binding");
    assert.deepEqual(asked, []);
  });

  it("asks for each list once, however many agents come, and for no list of agents it does not know", async (t) => {
    const { offline } = setUp(t);
    await publish();
    const far = AGENTS_PER_LIST + 1;
    const wallets = Array.from({ length: 20 }, (_, i) => `0x${String(i).padStart(40, "0")}`);
    await Promise.all(
      wallets.map(async (wallet, i) => offline.addBinding(await bind({ wallet, agentId: i + 1 }))),
    );
    assert.deepEqual(asked, [LIST]);
    await offline.addBinding(await bind({ wallet: WALLET, agentId: far }));
    assert.deepEqual(asked, [LIST, "/api/v1/status-lists/1"]);
  });

  it("verifies no binding twice, and keeps the newer of two", async (t) => {
    const { offline, decide } = setUp(t, { maxAgents: 2 });
    await publish();
    const older = await bind({ consents: { ...entry.consents, haftungsperson: false }, now: NOW - 10 });
    await offline.addBinding(await bind());
    const held = await offline.addBinding(older);
    assert.equal(held.issuedAt, NOW);
    assert.equal(decide(), "compliant: active-and-attested");
    for (const digit of ["1", "2"])
      await offline.addBinding(await bind({ wallet: `0x${digit.repeat(40)}`, agentId: Number(digit) }));
    assert.equal(decide(), "unknown: no-binding", "whoever came first is forgotten first");
  });

  describe("after a key was withdrawn", () => {
    const KEYS = "/.well-known/jwks.json";
    const OTHER = `0x${"7e".repeat(20)}` as const;
    const publishKeys = (...sets: { keys: object[] }[]) =>
      answers.set(KEYS, JSON.stringify({ keys: sets.flatMap(({ keys }) => keys) }));

    /** A provider that has served an agent by the register's key, and the thief's wallet by the one that was stolen. */
    async function setUpTheft(t: TestContext) {
      const thief = await createTestIssuer(issuer);
      const provider = setUp(t, { issuers: [{ issuer }] });
      publishKeys(register.jwks, thief.jwks);
      await publish();
      await provider.offline.addBinding(await bind());
      const claims = bindingClaims({ issuer, wallet: OTHER });
      const forged = await thief.sign("binding", claims);
      await provider.offline.addBinding(forged);
      assert.equal(provider.decide(OTHER), "compliant: active-and-attested");
      return { ...provider, thief, forged };
    }

    it("ends the bindings that it signed, and those alone", async (t) => {
      const { offline, decide, forged } = await setUpTheft(t);
      publishKeys(register.jwks);
      await offline.refresh();
      assert.equal(decide(OTHER), "unknown: binding-expired");
      assert.equal(offline.find(OTHER), undefined);
      assert.equal(decide(), "compliant: active-and-attested");
      await assert.rejects(offline.addBinding(forged), { reason: "unknown-key" });
      await offline.addBinding(await bind({ wallet: OTHER, now: NOW - 1 }));
      assert.equal(decide(OTHER), "compliant: active-and-attested", "an older one by a good key counts");
    });

    it("forgets the lists that it signed, however far ahead they are, and asks for others", async (t) => {
      const { offline, decide, thief, problems } = await setUpTheft(t);
      const ahead = { ...block, number: 1_000_000 };
      answers.set(LIST, await thief.sign("statusList", listClaims({ issuer, block: ahead })));
      await offline.refresh();
      await publish({ bytes: listWith(2) });
      await offline.refresh();
      assert.match(problems.at(-1) ?? "", /older list/);
      publishKeys(register.jwks);
      await offline.refresh();
      assert.equal(decide(), "non-compliant: suspended");
    });

    it("looks at the keys by itself every five minutes, and every half minute while it cannot", async (t) => {
      t.mock.timers.enable({ apis: ["setTimeout"] });
      const { decide, problems } = await setUpTheft(t);
      const looks = () => asked.filter((path) => path === KEYS).length;
      const pass = async (seconds: number, isMet: () => boolean) => {
        t.mock.timers.tick(seconds * 1_000);
        const deadline = performance.now() + 20_000;
        while (!isMet()) {
          assert.ok(performance.now() < deadline, "nothing has come of it");
          await setImmediate();
        }
      };
      await pass(299, () => true);
      assert.equal(looks(), 1);
      answers.delete(KEYS);
      await pass(1, () => problems.some((message) => /keys of http.* could not be renewed/.test(message)));
      assert.equal(decide(OTHER), "compliant: active-and-attested", "nothing is known to be withdrawn");
      publishKeys(register.jwks);
      await pass(30, () => decide(OTHER) === "unknown: binding-expired");
      assert.equal(looks(), 3);
    });
  });

  it("renews a list by itself before its time is over, and soon after a failure", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { offline, time, decide, problems } = setUp(t);
    await publish();
    await offline.addBinding(await bind());
    const pass = (seconds: number) => {
      time.now += seconds;
      t.mock.timers.tick(seconds * 1_000);
    };
    const until = async (isMet: () => boolean) => {
      while (!isMet()) await setImmediate();
    };
    pass(269);
    assert.deepEqual(asked, [LIST], "not before nine tenths of its time");
    answers.clear();
    pass(31);
    await until(() => problems.length === 1);
    assert.equal(decide(), "compliant: active-and-attested");
    await publish({ issuedAt: NOW + 300, bytes: listWith(2) });
    pass(30);
    await until(() => decide() === "non-compliant: suspended");
    offline.close();
    pass(3_600);
    assert.equal(asked.length, 3);
  });
});
