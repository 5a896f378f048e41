import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { SignJWT, UnsecuredJWT } from "jose";
import {
  bindingClaims,
  CHAIN_ID,
  createTestIssuer,
  entry,
  HAFTUNGSPERSON,
  ISSUER,
  listClaims,
  NOW,
  REGISTRY,
  receiptClaims,
  WALLET,
} from "../testing/test-issuer.ts";
import { type VerifyReceiptInput, verifyReceipt } from "./verify-receipt.ts";
import { UntrustedToken, type UntrustedTokenReason } from "./verify-token.ts";

const register = await createTestIssuer();
const stranger = await createTestIssuer();
const asked: VerifyReceiptInput = {
  issuers: register.issuers,
  registry: REGISTRY,
  chainId: CHAIN_ID,
  wallet: WALLET,
  at: NOW,
};
const verify = (token: string, input: Partial<VerifyReceiptInput> = {}) =>
  verifyReceipt(token, { ...asked, ...input });
const claims = receiptClaims();
const token = await register.sign("receipt", claims);

function refuses(verification: Promise<unknown>, reason: UntrustedTokenReason): Promise<void> {
  return assert.rejects(verification, (error: unknown) => {
    assert.ok(error instanceof UntrustedToken, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, /\.$|\?$/, "it is a sentence");
    return true;
  });
}

/** A token with another header or payload under the same signature. */
function tamper(part: 0 | 1, change: (value: Record<string, unknown>) => object): string {
  const parts = token.split(".");
  const value = JSON.parse(Buffer.from(parts[part] ?? "", "base64url").toString());
  parts[part] = Buffer.from(JSON.stringify(change(value))).toString("base64url");
  return parts.join(".");
}

describe("verifyReceipt", () => {
  it("gives what the register said, and whether the agent is admissible", async () => {
    assert.deepEqual(await verify(token), { ...claims, admissible: true, objections: [] });
    const none = receiptClaims({ entry: null });
    const nobody = { admissible: false, objections: ["not-registered"] };
    assert.deepEqual(await verify(await register.sign("receipt", none)), { ...none, ...nobody });
  });

  it("names the agent in whose record the wallet was replaced", async () => {
    const replaced = receiptClaims({ entry: null, retiredFrom: 7 });
    const given = await verify(await register.sign("receipt", replaced));
    const objections = ["not-registered", "wallet-retired"];
    assert.deepEqual(given, { ...replaced, retiredFrom: 7, admissible: false, objections });
  });

  it("objects to a compliant agent that wallet or Haftungsperson did not agree to, unless the policy says otherwise", async () => {
    const consents = { wallet: true, haftungsperson: false, parent: false };
    const given = await register.sign("receipt", receiptClaims({ entry: { ...entry, consents } }));
    const decideBy = async (policy?: VerifyReceiptInput["policy"]) => {
      const { verdict, admissible, objections } = await verify(given, { policy });
      return [verdict, admissible, objections.join()];
    };
    assert.deepEqual(await decideBy(), ["compliant", false, "haftungsperson-not-agreed"]);
    assert.deepEqual(await decideBy({ consents: ["wallet"] }), ["compliant", true, ""]);
    const strict = { consents: ["wallet", "parent"], maxAttestationAgeSeconds: 999 } as const;
    assert.deepEqual(await decideBy(strict), ["compliant", false, "parent-not-agreed,attestation-too-old"]);
    for (const policy of [
      { lineage: "ancestors" },
      { minRegisteredSeconds: 1 },
      { selfModifying: "refuse" },
      { consent: [] },
    ])
      await assert.rejects(decideBy(policy as never), { reason: "invalid-input" });
  });

  it("judges by the best certificate, until its end, and says if it does not tell enough", async () => {
    const certified = {
      notary: HAFTUNGSPERSON,
      kind: "legal",
      level: "substantial",
      until: NOW + 60,
    } as const;
    const given = await register.sign("receipt", receiptClaims({ entry: { ...entry, certified } }));
    const objections = async (rule: object, at = NOW, about = given) =>
      (await verify(about, { at, policy: { certified: { level: "substantial", ...rule } } })).objections;
    assert.deepEqual(await objections({ kind: "legal", notaries: [HAFTUNGSPERSON] }), []);
    assert.deepEqual(await objections({}, NOW + 59), []);
    assert.deepEqual(await objections({}, NOW + 60), ["certificate-ended"]);
    assert.deepEqual(await objections({ level: "high" }), ["haftungsperson-not-certified"]);
    assert.deepEqual(await objections({ level: "low" }, NOW, token), ["haftungsperson-not-certified"]);
    for (const rule of [{ kind: "natural" }, { notaries: [WALLET] }])
      await assert.rejects(objections(rule), { reason: "invalid-input", message: /best certificate alone/ });
  });

  it("refuses a receipt about a block that was older than two minutes when it was signed, or not there yet", async () => {
    const about = (timestamp: number) =>
      register.sign("receipt", { ...claims, block: { ...claims.block, timestamp } });
    assert.ok(await verify(await about(NOW - 120)));
    await refuses(verify(await about(NOW - 121)), "stale-block");
    assert.ok(await verify(await about(NOW - 432_000), { maxBlockLagSeconds: 432_000 }));
    assert.ok(await verify(await about(NOW + 30)));
    await refuses(verify(await about(NOW + 31)), "block-from-the-future");
  });

  it("refuses what is no receipt of a believed register, each for its own reason", async () => {
    const { privateKey, kid } = register;
    const hmac = new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", kid, typ: "kya-receipt+jwt" });
    const unknownIssuer = { ...claims, iss: "https://elsewhere.example" };
    const cases: [what: string, token: string | Promise<string>, reason: UntrustedTokenReason][] = [
      ["nothing", "", "malformed"],
      ["no token", "a.b.c", "malformed"],
      ["too long", "a".repeat(9_000), "too-large"],
      ["no signature", new UnsecuredJWT({ ...claims }).encode(), "other-algorithm"],
      ["signed by a published key as if it were a secret", hmac.sign(Buffer.from(kid)), "other-algorithm"],
      ["another curve's algorithm", tamper(0, (header) => ({ ...header, alg: "ES256K" })), "other-algorithm"],
      ["a binding", register.sign("binding", bindingClaims()), "other-kind"],
      ["a status list", register.sign("statusList", listClaims()), "other-kind"],
      ["no kind", register.sign("receipt", claims, { typ: "JWT" }), "other-kind"],
      [
        "a kind by its long name",
        register.sign("receipt", claims, { typ: "application/kya-receipt+jwt" }),
        "other-kind",
      ],
      [
        "no key named",
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "ES256", typ: "kya-receipt+jwt" })
          .sign(privateKey),
        "unknown-key",
      ],
      ["a key that is not published", stranger.sign("receipt", claims), "unknown-key"],
      [
        "a stranger's key under the register's name",
        stranger.sign("receipt", claims, { kid }),
        "bad-signature",
      ],
      ["another payload", tamper(1, (payload) => ({ ...payload, agentId: 6 })), "bad-signature"],
      ["another issuer", register.sign("receipt", unknownIssuer), "unknown-issuer"],
      ["claims that lack something", register.sign("receipt", { ...claims, block: undefined }), "malformed"],
      [
        "a verdict that no register gives",
        register.sign("receipt", { ...claims, verdict: "fine" }),
        "malformed",
      ],
    ];
    for (const name of ["jku", "x5u", "jwk", "x5c", "crit", "b64"])
      cases.push([
        name,
        tamper(0, (header) => ({ ...header, [name]: "https://evil.example" })),
        "forbidden-header",
      ]);
    for (const [what, given, reason] of cases)
      await refuses(verify(await given), reason).catch((error) => assert.fail(`${what}: ${error.message}`));
  });

  it("refuses a receipt about another wallet, register or chain", async () => {
    await refuses(verify(token, { wallet: HAFTUNGSPERSON }), "other-wallet");
    await refuses(verify(token, { registry: WALLET }), "other-registry");
    await refuses(verify(token, { chainId: 8453 }), "other-chain");
  });

  it("refuses a receipt whose verdict its own facts belie", async () => {
    const cases: object[] = [
      { agentStatus: "Suspended" },
      { verdict: "non-compliant", reason: "suspended" },
      { lastAttestation: NOW - 700_000, validUntil: NOW - 95_200 },
      { validUntil: claims.iat + 10_000_000 },
      { exp: NOW + 700_000 },
      { exp: NOW },
    ];
    for (const lie of cases)
      await refuses(verify(await register.sign("receipt", { ...claims, ...lie })), "contradictory");
  });

  it("refuses a receipt that would hold for longer than an hour", async () => {
    const lasting = (seconds: number) => register.sign("receipt", { ...claims, exp: NOW + seconds });
    assert.ok(await verify(await lasting(3_630)));
    await refuses(verify(await lasting(3_631)), "too-long-lived");
  });

  it("holds from the second of its issue until the second before its end, also for those who look back", async () => {
    assert.ok(await verify(token, { at: claims.exp - 1 }));
    await refuses(verify(token, { at: claims.exp }), "expired");
    await refuses(verify(token, { at: NOW - 1 }), "not-yet-valid");
    assert.ok(await verify(token, { at: NOW + 30, maxAgeSeconds: 30 }));
    await refuses(verify(token, { at: NOW + 31, maxAgeSeconds: 30 }), "too-old");
  });

  it("judges by this machine's clock if no time is named, which may be half a minute behind", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: (NOW - 30) * 1_000 });
    assert.ok(await verify(token, { at: undefined }));
    t.mock.timers.setTime((NOW - 31) * 1_000);
    await refuses(verify(token, { at: undefined }), "not-yet-valid");
  });

  it("says what a suspended agent's receipt says", async () => {
    const suspended = receiptClaims({ entry: { ...entry, status: "Suspended" } });
    const { verdict, reason } = await verify(await register.sign("receipt", suspended));
    assert.deepEqual([verdict, reason], ["non-compliant", "suspended"]);
  });

  it("fetches the register's keys once, and believes nothing while it cannot", async (t) => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (request.url !== "/keys") response.writeHead(503).end();
      else response.setHeader("content-type", "application/jwk-set+json").end(JSON.stringify(register.jwks));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuers = [{ issuer: ISSUER, jwksUrl: `${url}/keys` }];
    for (let i = 0; i < 3; i += 1) assert.ok(await verify(token, { issuers }));
    assert.equal(requests, 1);
    await refuses(
      verify(token, { issuers: [{ issuer: ISSUER, jwksUrl: `${url}/none` }] }),
      "keys-unavailable",
    );
    await refuses(verify(await stranger.sign("receipt", claims), { issuers }), "unknown-key");
  });
});
