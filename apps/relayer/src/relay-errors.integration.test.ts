import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi, registryReverts, relayErrors } from "@agent-registry/protocol";
import { signedRequest } from "@agent-registry/testkit";
import { encodeFunctionData, parseEther } from "viem";
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

  it("answers 413 to a body over 64 kB", async () => {
    const { status, body } = await relayer.post({ request: { data: `0x${"00".repeat(40_000)}` } });
    assert.equal(status, 413);
    assert.match(body.error, /65536/);
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

  it("answers 500 with the contract's reason to a call that reverts, and pays nothing", async () => {
    const before = await chain.reader.getBalance({ address: relayer.wallet });
    const answer = await relayer.post(toBody(await sign({ data: attest(999n) })));
    assert.deepEqual(answer, {
      status: 500,
      body: { error: relayErrors.contractReverted(registryReverts.agentNotFound) },
    });
    const starved = await relayer.post(toBody(await sign({ gas: 100n })));
    assert.equal(starved.status, 500);
    assert.match(starved.body.error, /^Contract reverted: /);
    const unknown = await relayer.post(toBody(await sign({ data: "0x12345678" })));
    assert.equal(unknown.status, 500);
    assert.equal(await chain.reader.getBalance({ address: relayer.wallet }), before);
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
