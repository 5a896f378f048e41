import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { parseApiConfig } from "../config.ts";

const folder = mkdtempSync(path.join(tmpdir(), "signing-key-"));
after(() => rmSync(folder, { recursive: true }));

const REGISTRY_ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ISSUER_URL = "https://register.example";
const toPem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }) as string;
const newKey = (namedCurve = "P-256") => generateKeyPairSync("ec", { namedCurve }).privateKey;

let files = 0;
function keep(text: string, mode = 0o600): string {
  files += 1;
  const file = path.join(folder, `${files}.key`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const parse = (env: Record<string, string>) => parseApiConfig({ REGISTRY_ADDRESS, ISSUER_URL, ...env });

/** What is said of the one variable that is wrong. */
function complaint(env: Record<string, string>, given: { ISSUER_URL?: string } = { ISSUER_URL }): string {
  try {
    parseApiConfig({ REGISTRY_ADDRESS, ...given, ...env });
  } catch (error) {
    return (error as Error).message.split("\n").slice(1).join("\n").trim();
  }
  return "none";
}

describe("the settings of signing", () => {
  it("take a P-256 key as PEM or as JWK", () => {
    const key = newKey();
    for (const text of [toPem(key), JSON.stringify(key.export({ format: "jwk" }))])
      assert.ok(parse({ SIGNING_KEY_FILE: keep(text) }).SIGNING_KEY_FILE?.equals(key));
  });

  it("refuse a file that is no such key, or that others can read, and never show what is in it", () => {
    const secret = newKey().export({ format: "jwk" }).d ?? "";
    const publicPem = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
      type: "spki",
      format: "pem",
    });
    const encrypted = newKey().export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase: "secret",
    });
    const refused: [file: string, why: RegExp][] = [
      [path.join(folder, "missing"), /cannot be read \(ENOENT\)/],
      [folder, /must name a file/],
      [keep(toPem(newKey()), 0o644), /other users can open: chmod 600/],
      [keep(toPem(newKey()), 0o640), /other users can open/],
      [keep(toPem(newKey("P-384"))), /must hold a P-256 key/],
      [keep(toPem(newKey("secp256k1"))), /must hold a P-256 key/],
      [keep(toPem(generateKeyPairSync("ed25519").privateKey)), /must hold a P-256 key/],
      [keep(publicPem as string), /must hold a private key/],
      [keep(encrypted as string), /must hold a private key that is not encrypted/],
      [keep(`{"kty":"EC","d":"${secret}"}`), /must hold a private key/],
      [keep(`${secret} is no key`), /must hold a private key/],
    ];
    for (const [file, why] of refused) {
      const said = complaint({ SIGNING_KEY_FILE: file });
      assert.match(said, /^SIGNING_KEY_FILE: [^\n]*$/);
      assert.match(said, why);
      assert.ok(!said.includes(secret));
    }
  });

  it("must fit together", () => {
    const [key, next] = [keep(toPem(newKey())), keep(toPem(newKey()))];
    assert.match(complaint({ SIGNING_KEY_FILE: key }, {}), /^ISSUER_URL: is required with SIGNING_KEY_FILE/);
    assert.match(complaint({ SIGNING_KEY_NEXT_FILE: next }), /^SIGNING_KEY_NEXT_FILE: is of use with/);
    assert.match(
      complaint({ SIGNING_KEY_FILE: key, SIGNING_KEY_NEXT_FILE: key }),
      /^SIGNING_KEY_NEXT_FILE: must hold another/,
    );
    assert.match(
      complaint({ STATUS_LIST_LIFETIME_SECONDS: "359" }),
      /^STATUS_LIST_LIFETIME_SECONDS: must be at least .*360/,
    );
    assert.equal(complaint({ STATUS_LIST_LIFETIME_SECONDS: "360" }), "none");
    assert.equal(complaint({ SIGNING_KEY_FILE: key, SIGNING_KEY_NEXT_FILE: next }), "none");
  });

  it("take an issuer that addresses can be made from by appending", () => {
    for (const issuer of [
      "https://register.example/",
      "https://register.example/?a",
      "https://user@register.example",
      "ftp://register.example",
      "https://Register.example",
      "register.example",
    ])
      assert.match(complaint({}, { ISSUER_URL: issuer }), /^ISSUER_URL: must be the public address/, issuer);
    for (const issuer of ["https://register.example/kya", "http://127.0.0.1:3000"])
      assert.equal(complaint({}, { ISSUER_URL: issuer }), "none");
  });
});
