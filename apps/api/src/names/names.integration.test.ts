import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { apiErrors, NameResponse } from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import {
  type FaultyRpc,
  giveBasename,
  giveEnsName,
  type LocalChain,
  parseExactly,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Address, concat, getAddress, numberToHex } from "viem";
import { mainnet } from "viem/chains";
import { createTestApi } from "../testing/test-api.ts";
import { createNames } from "./create-names.ts";
import { UNIVERSAL_RESOLVER } from "./find-name.ts";

const MINUTE_MS = 60_000;
const SECRET = "k3y-that-n0body-may-see";

let chain: LocalChain;
/** Stand for a node of Ethereum, of Base, and of the register's own chain. */
let nodes: { ens: FaultyRpc; base: FaultyRpc; register: FaultyRpc };
let made = 0;

before(async () => {
  chain = await startChain();
  const [ens, base, register] = await Promise.all(
    [1, 2, 3].map(() => startFaultyRpc({ target: chain.rpcUrl })),
  );
  nodes = { ens, base, register } as typeof nodes;
});
after(async () => {
  await Promise.all(Object.values(nodes).map((node) => node.stop()));
  await chain.stop();
});
beforeEach(() => {
  for (const node of Object.values(nodes)) {
    node.setHook(() => "pass");
    node.calls.length = 0;
  }
});

/** Of an account that nothing else in the tests knows. */
function freshAddress(): Address {
  made += 1;
  return getAddress(numberToHex(0xa11ce0000n + BigInt(made), { size: 20 }));
}

async function named(name: string, naming: { pointsTo?: Address } = {}): Promise<Address> {
  const address = freshAddress();
  await giveEnsName({ chain, address, name, ...naming });
  return address;
}

async function namedOnBase(name: string, naming: { pointsTo?: Address; isEarlier?: boolean } = {}) {
  const address = freshAddress();
  await giveBasename({ chain, address, name, ...naming });
  return address;
}

function open(
  sources: { ens?: boolean; base?: boolean } = { ens: true, base: true },
  // Enough for a busy machine.
  { lookupMs = 120_000 }: { lookupMs?: number } = {},
) {
  const log: string[] = [];
  const logger = createLogger({
    name: "test",
    level: "warn",
    destination: { write: (line) => log.push(line) },
  });
  const test: { api?: ReturnType<typeof createTestApi> } = {};
  const clock = { now: () => test.api?.time.nowMs ?? 0 };
  // As an operator's URL is: with user, password and a key in the path.
  const withKey = ({ rpcUrl }: FaultyRpc) => `${rpcUrl.replace("//", `//user:${SECRET}@`)}/v2/${SECRET}`;
  const names = createNames({
    ensRpcUrls: sources.ens ? [withKey(nodes.ens)] : [],
    basenameRpcUrls: sources.base ? [withKey(nodes.base)] : [],
    rpcUrls: [nodes.register.rpcUrl],
    clock,
    logger,
    lookupMs,
  });
  const api = createTestApi({ names });
  test.api = api;
  return {
    ...api,
    log,
    async nameOf(address: Address) {
      const { status, body } = await api.get(`/api/v1/name/${address}`);
      assert.equal(status, 200);
      return [body.name, body.source];
    },
  };
}

it("ENS is asked at the address that Ethereum's list of contracts has", () => {
  assert.equal(UNIVERSAL_RESOLVER, getAddress(mainnet.contracts.ensUniversalResolver.address));
});

describe("the name of an address", () => {
  it("is the one of ENS that stands for it, and is kept for an hour", async () => {
    const address = await named("alice.eth");
    const { get, pass, time } = open({ ens: true });
    const first = await get(`/api/v1/name/${address.toLowerCase()}`);
    assert.deepEqual(first.body, {
      address,
      name: "alice.eth",
      source: "ens",
      checkedAt: new Date(time.nowMs).toISOString(),
    });
    parseExactly(NameResponse, first.body);
    assert.equal(first.headers.get("cache-control"), "public, max-age=3600");
    const asked = nodes.ens.calls.length;
    pass(60 * MINUTE_MS - 1_000);
    const later = await get(`/api/v1/name/${address}`, { "if-none-match": first.headers.get("etag") ?? "" });
    assert.equal(later.status, 304);
    assert.equal(later.headers.get("cache-control"), "public, max-age=1");
    assert.equal(nodes.ens.calls.length, asked);
    await giveEnsName({ chain, address, name: "alice-lee.eth" });
    pass(1_000);
    assert.equal((await get(`/api/v1/name/${address}`)).body.name, "alice-lee.eth");
  });

  it("is a Basename that Base itself knows, by the new registrar or by the record from before", async () => {
    const { nameOf } = open({ base: true });
    assert.deepEqual(await nameOf(await namedOnBase("bob.base.eth")), ["bob.base.eth", "basename"]);
    const earlier = await namedOnBase("carol.base.eth", { isEarlier: true });
    assert.deepEqual(await nameOf(earlier), ["carol.base.eth", "basename"]);
  });

  it("is that of ENS if it has both", async () => {
    const address = await named("dora.eth");
    await giveBasename({ chain, address, name: "dora.base.eth" });
    assert.deepEqual(await open().nameOf(address), ["dora.eth", "ens"]);
  });

  it("is none if the name stands for another address, or for none", async () => {
    const { nameOf } = open();
    const pointsTo = freshAddress();
    assert.deepEqual(await nameOf(await named("mallory.eth", { pointsTo })), [null, null]);
    assert.deepEqual(await nameOf(await namedOnBase("mallory.base.eth", { pointsTo })), [null, null]);
    // Base does not know for whom a name of Ethereum stands.
    assert.deepEqual(await nameOf(await namedOnBase("somebody.eth")), [null, null]);
  });

  for (const name of [
    "Alice.eth",
    "al\u200bice.eth",
    "\u0430lice.eth",
    "alice..eth",
    `${"a".repeat(252)}.eth`,
  ])
    it(`is not one that is not in its normal form, or too long: ${JSON.stringify(name).slice(0, 20)}`, async () => {
      const address = freshAddress();
      const { nameOf } = open({ ens: true });
      await giveEnsName({ chain, address, name });
      assert.deepEqual(await nameOf(address), [null, null]);
    });

  it("is none for a contract, whose address may be another's elsewhere; a key that lent itself code keeps it", async () => {
    const contract = await named("vault.eth");
    await chain.test.setCode({ address: contract, bytecode: "0x5f5ffd" });
    const delegated = await named("erin.eth");
    await chain.test.setCode({ address: delegated, bytecode: concat(["0xef0100", contract]) });
    const { nameOf } = open({ ens: true });
    assert.deepEqual(await nameOf(contract), [null, null]);
    assert.deepEqual(await nameOf(delegated), ["erin.eth", "ens"]);
  });

  it("is none where names are not looked up, and nobody is asked", async () => {
    const address = await named("frank.eth");
    const { nameOf, get } = open({});
    assert.deepEqual(await nameOf(address), [null, null]);
    for (const node of Object.values(nodes)) assert.equal(node.calls.length, 0);
    const { status, body } = await get("/api/v1/name/frank.eth");
    assert.deepEqual([status, body], [400, { error: apiErrors.invalidWallet("frank.eth") }]);
  });
});

describe("a node that fails", () => {
  it("leaves an address without a name for a minute, and its credentials are not in the log", async () => {
    const address = await named("grace.eth");
    const { nameOf, log, pass, app } = open({ ens: true });
    const message = `no such key: ${SECRET}`;
    nodes.ens.setHook(() => ({ error: { code: -32_000, message } }));
    assert.deepEqual(await nameOf(address), [null, null]);
    assert.match(log.join(""), /An RPC node could not be asked for a name/);
    assert.match(log.join(""), /no such key: \*\*\*/);
    assert.doesNotMatch(log.join(""), new RegExp(SECRET));
    nodes.ens.setHook(() => "pass");
    pass(MINUTE_MS - 1);
    assert.deepEqual(await nameOf(address), [null, null]);
    pass(1);
    assert.deepEqual(await nameOf(address), ["grace.eth", "ens"]);
    const metrics = await (await app.request("/metrics")).text();
    assert.match(metrics, /agent_registry_api_name_lookups_total\{result="failed"\} 1/);
  });

  it("of one system leaves the other, and one of the wrong chain is told apart in the log", async () => {
    const address = await named("heidi.eth");
    await giveBasename({ chain, address, name: "heidi.base.eth" });
    const { nameOf, log } = open();
    nodes.ens.setHook(({ method }) => (method === "eth_call" ? () => "0x" : "pass"));
    assert.deepEqual(await nameOf(address), ["heidi.base.eth", "basename"]);
    assert.match(log.join(""), /this node's chain has no universal resolver of ENS/);
  });

  it("that gives what is no answer, or far too long a one, gives none", async () => {
    for (const answer of [null, "0x1", `0x${"00".repeat(5_000_000)}`]) {
      const address = await named("hugo.eth");
      const { nameOf, log } = open({ ens: true });
      nodes.ens.setHook(() => () => answer);
      assert.deepEqual(await nameOf(address), [null, null]);
      assert.match(log.join(""), /the answer is not bytes, or far too many/);
    }
  });

  it("of the register's chain leaves no name, since a contract could not be told from a key", async () => {
    const address = await named("ivan.eth");
    nodes.register.setHook(() => "drop");
    assert.deepEqual(await open({ ens: true }).nameOf(address), [null, null]);
    assert.equal(nodes.ens.calls.length, 0);
  });

  it("that is silent is given up", async () => {
    const address = await named("judy.eth");
    nodes.ens.setHook(() => "timeout");
    const { nameOf, log } = open({ ens: true }, { lookupMs: 50 });
    assert.deepEqual(await nameOf(address), [null, null]);
    assert.match(log.join(""), /no answer in time/);
  });
});

describe("many questions", () => {
  it("about one address at once are one look-up", async () => {
    const address = await named("ken.eth");
    const { nameOf } = open({ ens: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => nameOf(address)));
    assert.deepEqual(new Set(answers.flat()), new Set(["ken.eth", "ens"]));
    // Reverse and forward.
    assert.equal(nodes.ens.calls.length, 2);
  });

  it("about ever new addresses are refused beyond 60 a minute; what is known is still told", async () => {
    const known = await named("liam.eth");
    const { nameOf, get, pass } = open({ ens: true });
    assert.deepEqual(await nameOf(known), ["liam.eth", "ens"]);
    for (let asked = 1; asked < 60; asked++) assert.deepEqual(await nameOf(freshAddress()), [null, null]);
    pass(20_000);
    const refused = await get(`/api/v1/name/${freshAddress()}`);
    assert.deepEqual([refused.status, refused.body], [503, { error: apiErrors.tooManyNames }]);
    assert.equal(refused.headers.get("retry-after"), "40");
    assert.deepEqual(await nameOf(known), ["liam.eth", "ens"]);
    pass(40_000);
    assert.deepEqual(await nameOf(await named("mia.eth")), ["mia.eth", "ens"]);
  });

  it("are at most eight look-ups at once", async () => {
    const { nameOf, get, app } = open({ ens: true });
    const answering = Promise.withResolvers<"pass">();
    nodes.register.setHook(() => answering.promise);
    const running = Array.from({ length: 8 }, () => nameOf(freshAddress()));
    const refused = await get(`/api/v1/name/${freshAddress()}`);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
    answering.resolve("pass");
    assert.deepEqual((await Promise.all(running)).flat(), Array(16).fill(null));
    assert.deepEqual(await nameOf(freshAddress()), [null, null]);
    const metrics = await (await app.request("/metrics")).text();
    assert.match(metrics, /agent_registry_api_name_lookups_total\{result="none"\} 9/);
    assert.match(metrics, /agent_registry_api_name_lookups_total\{result="refused"\} 1/);
  });
});
