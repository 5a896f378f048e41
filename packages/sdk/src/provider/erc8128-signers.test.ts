import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createSignerClient } from "@slicekit/erc8128";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { chainId, registryAddress } from "../testing/scripted-register.ts";
import { agent, answerOf, host, setUp } from "../testing/signed-requests.ts";
import { createAgentFetch } from "./sign-request.ts";

const foreign = 'bot=("@authority");created=1;keyid="k";tag="web-bot-auth"';

describe("a request that is signed by @slicekit/erc8128", () => {
  const library = createSignerClient({
    chainId,
    address: agent.address,
    signMessage: (raw: Uint8Array) => agent.signMessage({ message: { raw } }),
  });
  const now = () => Math.floor(Date.now() / 1000);

  for (const [name, url, init] of [
    ["with a body", `https://${host}/jobs`, { method: "POST", body: "work" }],
    ["with a query", `https://${host}/jobs?fast=1`, {}],
  ] as const) {
    test(`is served ${name}, once`, async () => {
      const { handle } = setUp({ now });
      const request = await library.signRequest(url, init);
      assert.equal(await answerOf(await handle(request.clone())), "served");
      assert.equal(await answerOf(await handle(request)), "401 replayed-proof nonce_reused");
    });
  }

  test("is refused with another query, without a nonce, and where its dialect is not taken", async () => {
    const url = `https://${host}/jobs?fast=1`;
    const signed = await library.signRequest(url);
    const { handle } = setUp({ now });
    const moved = new Request(`https://${host}/jobs?fast=2`, { headers: signed.headers });
    assert.equal(await answerOf(await handle(moved)), "401 invalid-proof bad_signature");
    const replayable = await library.signRequest(url, {}, { replay: "replayable" });
    assert.equal(await answerOf(await handle(replayable)), "401 malformed-proof nonce_required");
    const loose = await library.signRequest(url, {}, { binding: "class-bound", components: ["@authority"] });
    assert.equal(await answerOf(await handle(loose)), "401 malformed-proof insufficient_coverage");
    const strict = setUp({ now, accept: ["erc8128"] });
    assert.equal(await answerOf(await strict.handle(signed)), "401 missing-proof no_acceptable_signature");
  });
});

test("createAgentFetch signs by ERC-8128 beside a signature that the request has already", async () => {
  const now = () => Math.floor(Date.now() / 1000);
  const { handle } = setUp({ now, accept: ["erc8128"], hosts: [`http://${host}:4000`] });
  const { client } = createAgentRegistry({
    registryAddress,
    chainId,
    account: agent,
    fetch: (request) => handle(request as Request),
  });
  const response = await createAgentFetch(client)(`http://${host}:4000/käse?q=ü b`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", "signature-input": foreign, signature: "bot=:AAAA:" },
  });
  assert.equal(await answerOf(response), "served");
});
