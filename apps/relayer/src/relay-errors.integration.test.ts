import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi, registryReverts, relayErrors } from "@agent-registry/protocol";
import { signedRequest } from "@agent-registry/testkit";
import { type Address, concat, encodeFunctionData, type Hex, parseEther, size, slice, toHex } from "viem";
import { createTestClock, newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const { chain, deployment, startRelayer, register } = await startTestChain();
const relayer = await startRelayer();

describe("POST /relay", () => {
  const sign = (overrides: Parameters<typeof signedRequest>[0]["overrides"] = {}) =>
    signedRequest({ signer: newSigner(), deployment, overrides });

  for (const [name, body] of [
    ["an empty body", ""],
    ["a body of white space", " \r\n\t"],
    ["an empty object", {}],
    ["a body without a signature", { request: {} }],
    ["a body without a request", { signature: "0x" }],
    ["null parts", { request: null, signature: null }],
    ["an array", []],
    ["a number", 5],
  ] as const) {
    it(`answers 400 to ${name}`, async () => {
      assert.deepEqual(await relayer.post(body), { status: 400, body: { error: relayErrors.missingParts } });
    });
  }

  it("answers 400 to a missing body", async () => {
    const answer = await relayer.app.request("/relay", { method: "POST" });
    assert.deepEqual([answer.status, await answer.json()], [400, { error: relayErrors.missingParts }]);
  });

  it("answers 400 to a body that is not JSON", async () => {
    const refused = { status: 400, body: { error: "The body is not valid JSON" } };
    for (const body of ["{", "{}{", "request", " ,"]) assert.deepEqual(await relayer.post(body), refused);
  });

  it("answers 413 to a body over 64 kB, whether or not its length is told", async () => {
    const large = JSON.stringify({ request: { data: `0x${"00".repeat(40_000)}` } });
    const stated = { "Content-Length": String(large.length) };
    for (const headers of [
      {},
      stated,
      { ...stated, "Transfer-Encoding": "chunked" },
      { "Content-Length": "65537" },
    ]) {
      const { status, body } = await relayer.post(large, headers);
      assert.equal(status, 413);
      assert.match(body.error, /65536/);
    }
    const limit = `{${" ".repeat(65_534)}}`;
    for (const headers of [{}, { "Content-Length": String(limit.length) }]) {
      assert.equal((await relayer.post(limit, headers)).status, 400);
    }
  });

  for (const [field, value] of [
    ["from", "0x12"],
    ["to", 5],
    ["to", undefined],
    ["value", "0x0"],
    ["value", -1],
    ["gas", "1e6"],
    ["gas", "1000001"],
    ["nonce", 1.5],
    ["nonce", "9".repeat(78)],
    ["deadline", (2n ** 48n).toString()],
    ["data", "attest"],
    ["data", "0x123"],
  ] as const) {
    it(`answers 400 naming the field to request.${field} = ${JSON.stringify(value)?.slice(0, 20)}`, async () => {
      const body = toBody(await sign());
      const answer = await relayer.post({ ...body, request: { ...body.request, [field]: value } });
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, new RegExp(`^Invalid request\\.${field}: `));
    });
  }

  it("answers 400 to a signature that is not hex, 401 to hex that is no signature", async () => {
    const { request, signature } = toBody(await sign());
    const answer = await relayer.post({ request, signature: "signed" });
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, /^Invalid signature: /);
    const refused = { status: 401, body: { error: relayErrors.invalidSignature } };
    for (const other of ["0x", "0x12", signature.slice(0, -2), `${signature}00`, `0x${"ff".repeat(65)}`]) {
      assert.deepEqual(await relayer.post({ request, signature: other }), refused, other);
    }
  });

  it("answers 401 to another signer's signature, a wrong nonce, and a deadline that is over", async () => {
    const refused = { status: 401, body: { error: relayErrors.invalidSignature } };
    const signed = await sign();
    const stranger = await sign({ from: signed.request.from });
    assert.deepEqual(await relayer.post(toBody(stranger)), refused);
    assert.deepEqual(await relayer.post(toBody(await sign({ nonce: 1n }))), refused);
    const over = (await chain.now()) - 1;
    assert.deepEqual(await relayer.post(toBody(await sign({ deadline: over }))), refused);
  });

  it("answers 401 to a deadline that the last block met but the next one will not", async () => {
    const clock = createTestClock();
    const later = await startRelayer({ clock });
    const signer = newSigner();
    const { request } = await register({ signer });
    const deadline = (await chain.now()) + 30;
    const signed = await signedRequest({ signer, deployment, overrides: { ...request, deadline } });
    await chain.test.increaseTime({ seconds: 3_600 });
    clock.advance(3_600_000);
    const refused = { status: 401, body: { error: relayErrors.invalidSignature } };
    assert.deepEqual(await later.post(toBody(signed)), refused);
    await later.stop();
  });

  it("answers 403 to another contract, then 403 to a value", async () => {
    const elsewhere = deployment.forwarderAddress;
    assert.deepEqual(await relayer.post(toBody(await sign({ to: elsewhere, value: 1n }))), {
      status: 403,
      body: { error: relayErrors.wrongTarget },
    });
    assert.deepEqual(await relayer.post(toBody(await sign({ value: 1n }))), {
      status: 403,
      body: { error: relayErrors.valueTransfer },
    });
  });

  it("answers 400 naming request.data to a call with anything behind it, and pays for none of it", async () => {
    const signer = newSigner();
    const registered = await relayer.post(toBody(await register({ signer })));
    assert.equal(registered.status, 200, JSON.stringify(registered.body));
    const wallet = {
      address: deployment.registryAddress,
      abi: registryAbi,
      functionName: "walletToAgent",
    } as const;
    const agentId = await chain.reader.readContract({ ...wallet, args: [signer.address] });
    const post = async (data: Hex) =>
      relayer.post(toBody(await signedRequest({ signer, deployment, overrides: { data, nonce: 1n } })));

    const junk = toHex(new Uint8Array(32_000).fill(0xff));
    const before = await chain.reader.getBalance({ address: relayer.wallet });
    for (const data of [
      concat([attest(agentId), junk]),
      concat([attest(agentId), "0x00"]),
      // The contract sees the signer behind the data and would read it as the text.
      concat([toScopeBehind(junk, signer.address), toHex(20n, { size: 32 })]),
      encodeFunctionData({ abi: registryAbi, functionName: "nextAgentId" }),
    ]) {
      const { status, body } = await post(data);
      assert.deepEqual(
        [status, body.error?.slice(0, 22)],
        [400, "Invalid request.data: "],
        JSON.stringify(body),
      );
    }
    assert.equal(await chain.reader.getBalance({ address: relayer.wallet }), before);
    assert.equal((await post(attest(agentId))).status, 200);
  });

  it("answers 415 to a body that another site can post without asking", async () => {
    const body = JSON.stringify(toBody(await register()));
    for (const type of [
      "text/plain",
      "text/plain;charset=UTF-8",
      "application/x-www-form-urlencoded",
      "application/jsonp",
    ]) {
      const answer = await relayer.post(body, { "Content-Type": type });
      assert.deepEqual(answer, { status: 415, body: { error: relayErrors.notJson } }, type);
    }
    const untyped = new Request("http://relayer/relay", { method: "POST", body: new Blob([body]) });
    assert.equal((await relayer.app.request(untyped)).status, 415);
    assert.equal(
      (await relayer.post(body, { "Content-Type": "Application/JSON; charset=utf-8" })).status,
      200,
    );
  });

  it("answers 429 on every route but those of probes to an address that floods it, in a form that pages can read", async () => {
    const flooded = await startRelayer({ env: { FLOOD_LIMIT_PER_MINUTE: "3" } });
    for (let count = 0; count < 3; count += 1) assert.equal((await flooded.get("/domain")).status, 200);
    const refused = { status: 429, body: { error: relayErrors.flood(3) } };
    assert.deepEqual(await flooded.post(toBody(await register())), refused);
    for (const route of ["/status", "/nonce/0x12", "/nowhere"])
      assert.deepEqual(await flooded.get(route), refused);
    for (const route of ["/ready", "/metrics"])
      assert.equal((await flooded.app.request(route)).status, 200, route);
    const { headers } = await flooded.app.request("/domain");
    assert.ok(Number(headers.get("retry-after")) >= 1);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    await flooded.stop();
  });

  it("takes posts from pages of the origins that are allowed, and from clients without an origin", async () => {
    const allowed = "https://agents.example";
    const closed = await startRelayer({ env: { ALLOWED_ORIGINS: `${allowed},http://localhost:3002` } });
    const refused = { status: 403, body: { error: relayErrors.originNotAllowed } };
    for (const Origin of [
      "https://evil.example",
      `${allowed}.evil.example`,
      "http://agents.example",
      "null",
    ]) {
      assert.deepEqual(await closed.post("{}", { Origin }), refused, Origin);
      const read = await closed.app.request("/domain", { headers: { Origin } });
      assert.deepEqual([read.status, read.headers.get("access-control-allow-origin")], [200, null]);
    }
    const missing = { status: 400, body: { error: relayErrors.missingParts } };
    assert.deepEqual(await closed.post("{}", { Origin: allowed }), missing);
    assert.deepEqual(await closed.post("{}"), missing);
    const preflight = await closed.app.request("/relay", { method: "OPTIONS", headers: { Origin: allowed } });
    assert.equal(preflight.headers.get("access-control-allow-origin"), allowed);
    await closed.stop();
    // Open unless it is set.
    assert.deepEqual(await relayer.post("{}", { Origin: "https://anywhere.example" }), missing);
  });

  it("answers 500 with the contract's reason to a call that reverts, and pays nothing", async () => {
    const before = await chain.reader.getBalance({ address: relayer.wallet });
    const answer = await relayer.post(toBody(await sign({ data: attest(999n) })));
    assert.deepEqual(answer, {
      status: 500,
      body: { error: relayErrors.contractReverted(registryReverts.agentNotFound) },
    });
    assert.equal(await chain.reader.getBalance({ address: relayer.wallet }), before);
  });

  it("says that a call lacks gas, and does not say so of one that no gas would help", async () => {
    const { request } = await register();
    for (const [gas, data] of [
      [1_000n, request.data],
      [0n, request.data],
      [1_000n, attest(999n)],
    ] as const) {
      assert.deepEqual(await relayer.post(toBody(await sign({ gas, data }))), {
        status: 500,
        body: { error: `Contract reverted: out of gas, request.gas was ${gas}` },
      });
    }
    for (const gas of [1_000n, 500_000n]) {
      assert.deepEqual(await relayer.post(toBody(await sign({ gas, data: "0x12345678" }))), {
        status: 500,
        body: { error: "Contract reverted: no reason given" },
      });
    }
  });

  it("answers 503 while the wallet holds less than 0.001 ETH, and passes requests at exactly that", async () => {
    const address = relayer.wallet;
    const before = await chain.reader.getBalance({ address });
    const doomed = toBody(await sign({ data: attest(999n) }));
    await chain.test.setBalance({ address, value: parseEther("0.001") - 1n });
    const below = await relayer.post(doomed);
    await chain.test.setBalance({ address, value: parseEther("0.001") });
    const exactly = await relayer.post(doomed);
    await chain.test.setBalance({ address, value: before });
    assert.deepEqual(below, { status: 503, body: { error: relayErrors.balanceTooLow } });
    // The simulation answers, which comes last.
    assert.equal(exactly.body.error, relayErrors.contractReverted(registryReverts.agentNotFound));
  });

  it("answers with the first rule that is broken, in the specification's order", async () => {
    const strict = await startRelayer({
      env: { RATE_LIMIT_PER_IP: "4", RATE_LIMIT_PER_SIGNER: "1", DAILY_GAS_BUDGET: "0" },
    });
    const signer = newSigner();
    const worst = { to: deployment.forwarderAddress, value: 1n, data: attest(999n) } as const;
    const post = async (overrides: object, by = signer) =>
      await strict.post(toBody(await signedRequest({ signer: by, deployment, overrides })));

    // A refused signature uses no quota.
    for (let i = 0; i < 5; i++) assert.equal((await post({ ...worst, nonce: 7n })).status, 401);
    assert.equal((await post(worst)).body.error, relayErrors.wrongTarget);
    // A request refused for its signer has used the IP's quota.
    assert.equal((await post(worst)).body.error, relayErrors.signerRate(1));
    const address = strict.wallet;
    const before = await chain.reader.getBalance({ address });
    await chain.test.setBalance({ address, value: 1n });
    assert.equal((await post({ data: attest(999n) }, newSigner())).body.error, relayErrors.balanceTooLow);
    await chain.test.setBalance({ address, value: before });
    assert.equal((await post({ data: attest(999n) }, newSigner())).body.error, relayErrors.budgetExhausted);
    assert.equal((await post(worst, newSigner())).body.error, relayErrors.ipRate(4));
    await strict.stop();
  });
});

function attest(agentId: bigint) {
  return encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [agentId] });
}

/** A registration whose scope is said to begin behind the given bytes. */
function toScopeBehind(bytes: Hex, wallet: Address): Hex {
  const hash: Hex = `0x${"11".repeat(32)}`;
  const args = [wallet, newSigner().address, hash, hash, "", 0n, false] as const;
  const head = slice(
    encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args }),
    0,
    4 + 7 * 32,
  );
  const offset = toHex(7 * 32 + size(bytes), { size: 32 });
  return concat([slice(head, 0, 4 + 4 * 32), offset, slice(head, 4 + 5 * 32), bytes]);
}
