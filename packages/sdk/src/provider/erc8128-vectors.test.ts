import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { signHttpRequest } from "./erc8128/sign-http-request.ts";
import { withCompliantAgent } from "./fetch.ts";

type Vector = {
  name: string;
  /** `ok`, or what is wrong in the words of ERC-8128. */
  expected: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  chainId: number;
  now: number;
};

const file = new URL("../testing/erc8128-vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { vectors: Vector[] };
/** The draft's own, which holds no assets. */
const signer = privateKeyToAccount(`0x${"1".padStart(64, "0")}`);

assert.equal(vectors.length, 19);
for (const { name, expected, url, chainId, now, ...request } of vectors) {
  test(`the draft's vector "${name}" is answered ${expected}`, async () => {
    const handle = withCompliantAgent(
      {
        registry: scriptRegister({ compliant: [signer.address], now: () => now, onChain: chainId }),
        source: "api",
        hosts: [new URL(url).origin],
        nonceStore: { take: () => "taken" },
        now: () => now,
      },
      () => new Response("served"),
    );
    const response = await handle(new Request(url, request));
    const challenge = response.headers.get("www-authenticate") ?? "";
    const [, code = "ok"] = /^ERC8128 error="(\w+)"$/.exec(challenge) ?? [];
    assert.equal(code, expected);
    assert.equal(response.ok, expected === "ok");
  });
}

test("what the draft signs is signed bit for bit", async () => {
  const [draft = assert.fail("there is no vector")] = vectors;
  const headers = await signHttpRequest({
    request: {
      method: draft.method,
      scheme: "https",
      authority: "api.example",
      path: "/items?view=full",
      body: new TextEncoder().encode(draft.body),
      contentType: "application/json",
    },
    signer: { ...signer, chainId: 1, signMessage: (message) => signer.signMessage({ message }) },
    created: 1_700_000_000,
    nonce: "EjRWeJCrze8BI0VniavN7w",
  });
  assert.deepEqual({ ...headers, "content-type": "application/json" }, draft.headers);
});
