import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { answerOf, craft, host, NOW, type Sent, type Signed, setUp } from "../testing/signed-requests.ts";
import type { AdmissionOptions } from "./create-admission.ts";

const changeInput =
  (from: string | RegExp, to: string) =>
  (headers: Record<string, string>): Record<string, string> => ({
    ...headers,
    "signature-input": headers["signature-input"]?.replace(from, to) ?? "",
  });

const foreign = 'bot=("@authority");created=1;keyid="k";tag="web-bot-auth"';

const cases: Record<string, Signed & { sent?: Sent; answer: string; options?: Partial<AdmissionOptions> }> = {
  "a request as it was signed": { answer: "served" },
  "a host in capitals, with the default port": {
    sent: { url: "https://API.example.com:443/jobs" },
    answer: "served",
  },
  "a Host header with the default port": {
    sent: { change: (headers) => ({ ...headers, host: "API.example.com:443" }) },
    answer: "served",
  },
  "a request for another host": { host: "evil.example", answer: "401 invalid-proof bad_signature" },
  "a request that was sent to another host": {
    sent: { url: "https://evil.example/jobs" },
    answer: "401 foreign-proof",
  },
  "a signature for another chain": { onChain: 1, answer: "401 foreign-proof unsupported_chain" },
  "another body": { sent: { body: "play" }, answer: "401 invalid-proof bad_content_digest" },
  "no body where one was signed": { sent: { body: null }, answer: "401 invalid-proof bad_content_digest" },
  "another query": {
    path: "/jobs?fast=1",
    sent: { url: `https://${host}/jobs?fast=2` },
    answer: "401 invalid-proof bad_signature",
  },
  "another path": { sent: { url: `https://${host}/admin` }, answer: "401 invalid-proof bad_signature" },
  "another method": { sent: { method: "PUT" }, answer: "401 invalid-proof bad_signature" },
  "another content type": {
    sent: { change: (headers) => ({ ...headers, "content-type": "application/json" }) },
    answer: "401 invalid-proof bad_signature",
  },
  "a request that was signed for http": { host: `http://${host}`, answer: "401 invalid-proof bad_signature" },
  "http by the word of a proxy that nobody named": {
    host: `http://${host}`,
    sent: { change: (headers) => ({ ...headers, "x-forwarded-proto": "http" }) },
    answer: "401 invalid-proof bad_signature",
  },
  "a body without a digest": {
    body: "",
    sent: { body: "work" },
    answer: "401 malformed-proof content_digest_required",
  },
  "a digest of a kind that nobody knows": {
    sent: { change: (headers) => ({ ...headers, "content-digest": "md5=:AAAA:" }) },
    answer: "401 invalid-proof bad_content_digest",
  },
  "a second digest that does not fit": {
    sent: {
      change: (headers) => ({
        ...headers,
        "content-digest": `${headers["content-digest"]}, sha-512=:AAAA:`,
      }),
    },
    answer: "401 invalid-proof bad_content_digest",
  },
  "a signature in its last second": { issuedAt: NOW - 90, answer: "served" },
  "an expired signature": { issuedAt: NOW - 91, answer: "401 expired-proof request_expired" },
  "a clock that is ten seconds ahead": { issuedAt: NOW + 10, answer: "served" },
  "a signature from the future": { issuedAt: NOW + 11, answer: "401 expired-proof request_not_yet_valid" },
  "a window that is too long": {
    sent: { change: changeInput(/expires=\d+/, `expires=${NOW + 61}`) },
    answer: "401 malformed-proof request_validity_too_long",
  },
  "a signature without its input": {
    sent: { change: (headers) => ({ ...headers, "signature-input": undefined }) },
    answer: "401 missing-proof signature_missing",
  },
  "an input without its signature": {
    sent: { change: (headers) => ({ ...headers, signature: undefined }) },
    answer: "401 missing-proof signature_missing",
  },
  "a field that is too long": {
    sent: { change: (headers) => ({ ...headers, signature: `request=:${"A".repeat(16_384)}:` }) },
    answer: "400 malformed-proof signature_too_large",
  },
  "33 components": {
    sent: { change: changeInput("(", `(${Array.from({ length: 27 }, (_, i) => `"x${i}" `).join("")}`) },
    answer: "400 malformed-proof signature_too_large",
  },
  "17 parameters": {
    sent: { change: changeInput(/$/, Array.from({ length: 12 }, (_, i) => `;x${i}=1`).join("")) },
    answer: "400 malformed-proof signature_too_large",
  },
  "nine candidates": {
    sent: {
      change: changeInput(/^/, Array.from({ length: 8 }, (_, i) => `x${i}=();tag="erc8128", `).join("")),
    },
    answer: "400 malformed-proof signature_too_large",
  },
  "eight candidates of which the last counts": {
    sent: {
      change: changeInput(/^/, Array.from({ length: 7 }, (_, i) => `x${i}=();tag="erc8128", `).join("")),
    },
    answer: "served",
  },
  "another's signature beside the agent's": {
    sent: {
      change: (headers) => ({
        ...headers,
        "signature-input": `${foreign}, ${headers["signature-input"]}`,
        signature: `bot=:AAAA:, ${headers.signature}`,
      }),
    },
    answer: "served",
  },
  "another's signature alone": {
    sent: { change: () => ({ "signature-input": foreign, signature: "bot=:AAAA:" }) },
    answer: "401 missing-proof no_acceptable_signature",
  },
  "a label that occurs twice": {
    sent: {
      change: (headers) => ({
        ...headers,
        "signature-input": `${headers["signature-input"]}, ${headers["signature-input"]}`,
      }),
    },
    answer: "400 malformed-proof signature_input_invalid",
  },
  "a nonce of 129 characters": {
    nonce: "x".repeat(129),
    answer: "401 malformed-proof invalid_nonce",
  },
  "the wallet of somebody else": {
    wallet: privateKeyToAccount(generatePrivateKey()).address,
    answer: "401 invalid-proof bad_signature",
  },
  "a signature that is too long for a key": {
    sent: { change: (headers) => ({ ...headers, signature: `request=:${"A".repeat(88)}AA==:` }) },
    answer: "401 invalid-proof unsupported_account",
  },
  "the newest draft where only the library's dialect is taken": {
    options: { accept: ["erc8128-legacy"] },
    answer: "401 missing-proof no_acceptable_signature",
  },
};

describe("a provider that is sent a request signed by ERC-8128", () => {
  for (const [name, { answer, options = {}, ...request }] of Object.entries(cases)) {
    test(`answers ${name} with ${answer}`, async () => {
      const { handle } = setUp(options);
      assert.equal(await answerOf(await handle(await craft(request))), answer);
    });
  }

  test("serves it once, however often it is sent at the same time", async () => {
    const { handle } = setUp();
    const request = await craft();
    const copies = Array.from({ length: 4 }, () => request.clone());
    const answers = await Promise.all(copies.map(async (copy) => answerOf(await handle(copy))));
    const replayed = "401 replayed-proof nonce_reused";
    assert.deepEqual(answers.sort(), [replayed, replayed, replayed, "served"]);
  });

  test("spends no nonce on a request that it refuses", async () => {
    const { handle } = setUp();
    const nonce = "once";
    await handle(await craft({ nonce, sent: { body: "play" } }));
    assert.equal(await answerOf(await handle(await craft({ nonce }))), "served");
    assert.equal(await answerOf(await handle(await craft({ nonce: "ONCE" }))), "served");
  });

  test("does not take a mirrored signature, which the key has not made", async () => {
    const { handle } = setUp();
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const change = (headers: Record<string, string>) => {
      const bytes = Buffer.from(headers.signature?.slice("request=:".length, -1) ?? "", "base64");
      const s = BigInt(`0x${bytes.subarray(32, 64).toString("hex")}`);
      bytes.write((order - s).toString(16).padStart(64, "0"), 32, "hex");
      bytes[64] = bytes[64] === 27 ? 28 : 27;
      return { ...headers, signature: `request=:${bytes.toString("base64")}:` };
    };
    assert.equal(
      await answerOf(await handle(await craft({ sent: { change } }))),
      "401 invalid-proof bad_signature",
    );
  });

  test("says by which scheme a request can be signed", async () => {
    const { handle } = setUp();
    const unsigned = await handle(new Request(`https://${host}/jobs`));
    assert.equal(unsigned.headers.get("www-authenticate"), 'ERC8128 error="signature_missing"');
    const elsewhere = await handle(await craft({ sent: { url: "https://evil.example/jobs" } }));
    assert.equal(elsewhere.headers.get("www-authenticate"), "ERC8128");
  });

  test("says what a signature of the request must cover, if it takes the newest draft's", async () => {
    const wanted = async (request: RequestInit, options: Partial<AdmissionOptions> = {}) => {
      const response = await setUp(options).handle(new Request(`https://${host}/jobs`, request));
      assert.equal(response.status, 401);
      return response.headers.get("accept-signature");
    };
    const always = '"@scheme" "@authority" "@method" "@path" "@query"';
    const form = ';created;expires;tag="erc8128"';
    assert.equal(await wanted({}), `request=(${always})${form}`);
    const post = { method: "POST", body: "work" };
    const whole = `request=(${always} "content-digest" "content-type")${form}`;
    assert.equal(await wanted(post), whole);
    const empty = { method: "POST", headers: { "content-type": "text/plain", "content-length": "0" } };
    assert.equal(await wanted(empty), `request=(${always} "content-type")${form}`);
    assert.equal(await wanted(post, { accept: ["erc8128-legacy"] }), null);
    // A signer who covered too little gets the field as well, and a request signed by it is then served.
    const { handle } = setUp();
    const signed = await craft();
    const field = signed.headers.get("signature-input") ?? "";
    const headers = {
      ...Object.fromEntries(signed.headers),
      "signature-input": field.replace(' "@query"', ""),
    };
    const refused = await handle(new Request(signed.url, { method: "POST", body: "work", headers }));
    assert.equal(refused.headers.get("www-authenticate"), 'ERC8128 error="insufficient_coverage"');
    const [advised] = (refused.headers.get("accept-signature") ?? "").split(";");
    assert.equal(field.split(";")[0], advised);
    assert.equal(await answerOf(await handle(signed)), "served");
  });

  test("tells those who keep evidence what was signed", async () => {
    const { handle, decisions } = setUp();
    await handle(await craft());
    assert.match(
      decisions[0] ?? "",
      /^host: api\.example\.com\ncontent-type: text\/plain\ncontent-digest: sha-256=:.+\nsignature-input: request=\(.+\nsignature: request=:/,
    );
  });
});

test("hosts that cannot be told apart, or are none, and dialects that do not exist are errors at the start", () => {
  assert.throws(
    () => setUp({ hosts: [host, `http://${host}`] }),
    /names api\.example\.com with http and with/,
  );
  for (const wrong of ["https://api.example.com/jobs", "ftp://api.example.com", "user@api.example.com", ""])
    assert.throws(() => setUp({ hosts: [wrong] }), /A host is a name with its port/);
  assert.throws(() => setUp({ accept: [] }), /accept names one or more of/);
  assert.throws(() => setUp({ accept: ["jwt" as "erc8128"] }), /accept names one or more of/);
  assert.throws(() => setUp({ accounts: "all" as "universal" }), /accounts is eoa-only or universal/);
});
