import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { signedRequest } from "@agent-registry/testkit";
import fc from "fast-check";
import { newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const RUNS = process.env.DEEP === "1" ? 20_000 : 2_000;
const TIMEOUT_MS = 10 * 60_000;

const { chain, deployment, startRelayer } = await startTestChain();
const relayer = await startRelayer();

describe("POST /relay with anything", () => {
  const assertRefused = async (body: string, allowed: number[]) => {
    const answer = await relayer.post(body);
    assert.ok(allowed.includes(answer.status), `${answer.status} ${JSON.stringify(answer.body)} for ${body}`);
    assert.deepEqual(Object.keys(answer.body), ["error"]);
    assert.equal(typeof answer.body.error, "string");
  };

  it("answers 400 to any JSON and any text", { timeout: TIMEOUT_MS }, async () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify({ request: value })),
    );
    await fc.assert(
      fc.asyncProperty(text, (body) => assertRefused(body, [400])),
      { numRuns: RUNS },
    );
  });

  it("refuses a signed request with any field changed or taken away, and relays none", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const nonceBefore = await chain.reader.getTransactionCount({ address: relayer.wallet });
    const good = toBody(await signedRequest({ signer: newSigner(), deployment }));
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }).map(String),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
      fc.constant(undefined),
    );
    const field = fc.constantFrom("from", "to", "value", "gas", "nonce", "deadline", "data", "signature");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(field, junk), { minLength: 1, maxLength: 3 }),
        async (changes) => {
          const body = structuredClone(good) as { request: Record<string, unknown>; signature: unknown };
          for (const [name, value] of changes) {
            if (name === "signature") body.signature = value;
            else body.request[name] = value;
          }
          // If a change kept the value, the request is refused since agent 1 does not exist.
          await assertRefused(JSON.stringify(body), [400, 401, 500]);
        },
      ),
      { numRuns: RUNS },
    );
    assert.equal(await chain.reader.getTransactionCount({ address: relayer.wallet }), nonceBefore);
  });
});
