import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import test, { describe, it } from "node:test";
import { findWalletPath, parseSearch } from "./search-paths.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("parseSearch", () => {
  for (const [text, target] of [
    ["  ", null],
    ["17", { path: "/agents/17" }],
    ["#017", { path: "/agents/17" }],
    ["rail vehicles", { path: "/agents?search=rail+vehicles" }],
    ["0x7099", { path: "/agents?search=0x7099" }],
    [WALLET.toLowerCase(), { wallet: WALLET }],
    [`0X${WALLET.slice(2)}`, { wallet: WALLET }],
    [`${WALLET}00`, { path: `/kya?wallet=${WALLET}00` }],
  ] as const) {
    it(`takes "${text}" for ${JSON.stringify(target)}`, () => assert.deepEqual(parseSearch(text), target));
  }
});

const { signal } = new AbortController();

/** Where the search leads if the API answers so, by the first word of the path. */
async function find(answers: Record<string, object>): Promise<string | null> {
  const server = createServer(({ url = "" }, response) => {
    const [, , , name = ""] = url.split(/[/?]/);
    response.end(JSON.stringify(answers[name]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await findWalletPath({ wallet: WALLET, apiUrl: `http://127.0.0.1:${port}`, signal });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const nobody = { summary: { totalAgents: 0 } };
const unknown = { kya: { agent: null }, wallet: { data: [] }, haftungsperson: nobody, creator: nobody };

test("a wallet leads to its agent, a person to its page, and anything else to the check", async () => {
  assert.equal(await find({ ...unknown, kya: { agent: { agentId: 7 } } }), "/agents/7");
  assert.equal(await find(unknown), `/kya?wallet=${WALLET}`);
  const released = { data: [{ retired: null }] };
  const creator = { summary: { totalAgents: 1 } };
  assert.match((await find({ ...unknown, wallet: released, creator })) ?? "", /^\/people\/.+creator/);
});

test("who waits to take over an agent leads to its page, though no record names it yet", async () => {
  const haftungsperson = { ...nobody, pendingHandovers: { total: 1, data: [] } };
  assert.equal(await find({ ...unknown, haftungsperson }), `/people/${WALLET}`);
  const none = { ...nobody, pendingHandovers: { total: 0, data: [] } };
  assert.equal(await find({ ...unknown, haftungsperson: none }), `/kya?wallet=${WALLET}`);
});

test("a wallet that was replaced leads to its check, though it may be a creator as well", async () => {
  const wallet = { data: [{ retired: { since: "2026-10-03T12:00:00.000Z" } }] };
  const creator = { summary: { totalAgents: 1 } };
  assert.equal(await find({ ...unknown, wallet, creator }), `/kya?wallet=${WALLET}`);
});

test("an aborted search for a wallet leads nowhere, however the request ends", async () => {
  const controller = new AbortController();
  controller.abort();
  const input = { wallet: WALLET, apiUrl: "http://127.0.0.1:9", signal: controller.signal };
  assert.equal(await findWalletPath(input), null);
});
