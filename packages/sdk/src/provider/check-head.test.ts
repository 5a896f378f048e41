import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { chainId } from "../testing/scripted-register.ts";
import { createHeadCheck } from "./check-head.ts";

const NOW = 1_800_000_000;
const agent = privateKeyToAccount(generatePrivateKey());
const checkHead = createHeadCheck({
  hosts: ["API.example.com"],
  accept: ["erc8128"],
  accounts: "eoa-only",
  maxBodyBytes: 100,
  getChainId: async () => chainId,
  report: () => {},
  now: () => NOW,
});

/** The reason of the refusal, or the wallet that the signature names. */
async function check(fields: Record<string, string>): Promise<string | undefined> {
  const result = await checkHead({ method: "POST", path: "/jobs", header: (name) => fields[name] });
  return "refusal" in result ? result.refusal.reason : result.proofs[0]?.wallet;
}

/** Signed at the given time, and sent with these fields beside or instead. */
async function checkSigned(fields: Record<string, string> = {}, issuedAt = NOW) {
  const host = "api.example.com";
  const headers = await craftSignature({ signer: agent, host, issuedAt });
  return check({ host, ...headers, ...fields });
}

describe("what is said about a request before its body is read", () => {
  test("a signature for this service that holds is passed on", async () => {
    assert.equal(await checkSigned(), agent.address);
  });

  test("a request without a signature, or with one that cannot be read, is refused", async () => {
    assert.equal(await check({}), "missing-proof");
    assert.equal(await checkSigned({ "signature-input": "" }), "malformed-proof");
  });

  test("a signature holds for 60 seconds and 30 for slow clocks, and from 10 seconds ahead of ours", async () => {
    assert.equal(await checkSigned({}, NOW - 90), agent.address);
    assert.equal(await checkSigned({}, NOW - 91), "expired-proof");
    assert.equal(await checkSigned({}, NOW + 10), agent.address);
    assert.equal(await checkSigned({}, NOW + 11), "expired-proof");
  });

  test("a request that was sent to another host is refused", async () => {
    assert.equal(await checkSigned({ host: "example.com" }), "foreign-proof");
  });

  test("a body may be as long as the limit", async () => {
    assert.equal(await checkSigned({ "content-length": "100" }), agent.address);
    assert.equal(await checkSigned({ "content-length": "101" }), "body-too-large");
    // Whatever is not a number is found out while the body is read.
    assert.equal(await checkSigned({ "content-length": "many" }), agent.address);
  });
});
