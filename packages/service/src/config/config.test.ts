import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { z } from "zod";
import { ConfigError, configFields, parseConfig } from "./config.ts";

const schema = z.object({
  PORT: configFields.port(3000),
  RPC_URL: configFields.rpcUrls("http://127.0.0.1:8545"),
  REGISTRY_ADDRESS: configFields.address(),
  RELAYER_KEY: configFields.privateKey(),
  TRUST_PROXY: configFields.trustProxy(),
});

const good = {
  REGISTRY_ADDRESS: "0x5fbdb2315678afecb367f032d93f642f64180aa3",
  RELAYER_KEY: "ab".repeat(32),
};

describe("parseConfig", () => {
  it("fills in defaults, checksums addresses and accepts a key without 0x", () => {
    assert.deepEqual(parseConfig(schema, { ...good, PORT: "" }), {
      PORT: 3000,
      RPC_URL: ["http://127.0.0.1:8545"],
      REGISTRY_ADDRESS: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
      RELAYER_KEY: `0x${"ab".repeat(32)}`,
      TRUST_PROXY: 0,
    });
  });

  it("takes a port for the metrics, or none", () => {
    const metrics = z.object({ METRICS_PORT: configFields.metricsPort() });
    assert.deepEqual(parseConfig(metrics, { METRICS_PORT: "9464" }), { METRICS_PORT: 9464 });
    assert.deepEqual(parseConfig(metrics, { METRICS_PORT: "" }), {});
    for (const METRICS_PORT of ["0", "65536", "-1", "http"])
      assert.throws(
        () => parseConfig(metrics, { METRICS_PORT }),
        /METRICS_PORT: must be a whole number from 1/,
      );
  });

  it("takes an address to listen on, and no name, which could stand for any", () => {
    const host = z.object({ HOST: configFields.host() });
    for (const HOST of ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"]) {
      assert.deepEqual(parseConfig(host, { HOST }), { HOST });
    }
    assert.deepEqual(parseConfig(host, { HOST: "" }), {});
    for (const HOST of ["my-machine", "127.0.0.1:80", "127.0.0", "[::1]"]) {
      assert.throws(() => parseConfig(host, { HOST }), /HOST: must be an IP address of this machine/);
    }
  });

  it("takes a contact for vulnerabilities that is an address, on one line", () => {
    const contact = z.object({ SECURITY_CONTACT: configFields.securityContact() });
    for (const SECURITY_CONTACT of ["mailto:security@register.example", "https://register.example/security"])
      assert.deepEqual(parseConfig(contact, { SECURITY_CONTACT }), { SECURITY_CONTACT });
    for (const SECURITY_CONTACT of ["security@register.example", "http://x.example", "mailto:a@b\nPolicy: x"])
      assert.throws(() => parseConfig(contact, { SECURITY_CONTACT }), /SECURITY_CONTACT: must be an https/);
  });

  it("takes several RPC addresses", () => {
    const { RPC_URL } = parseConfig(schema, { ...good, RPC_URL: "http://a.example, https://b.example/key" });
    assert.deepEqual(RPC_URL, ["http://a.example", "https://b.example/key"]);
  });

  for (const [kind, RPC_URL] of [
    ["a stray % in its password", "https://u:p%ss@a.example"],
    ["a stray % in its user", "https://a.example,https://%zz:pss@b.example"],
    ["a character cut in two", "https://u%C3:%A4pss@a.example"],
    ["a space", "https://u:p ss@a.example"],
    ["quotes", 'https://u:p"ss@a.example'],
    ["no slashes", "https:u:pss@a.example"],
  ] as const) {
    it(`refuses an RPC address with ${kind}, and shows nothing of it`, () => {
      assert.throws(() => parseConfig(schema, { ...good, RPC_URL }), {
        name: "ConfigError",
        message: /^The configuration is not right:\n {2}RPC_URL: must be [^@]+$/,
      });
    });
  }

  it("takes an RPC address whose user and password are percent-encoded", () => {
    const RPC_URL = "https://u%40x:100%25@a.example";
    assert.deepEqual(parseConfig(schema, { ...good, RPC_URL }).RPC_URL, [RPC_URL]);
  });

  for (const [kind, key] of [
    ["zero", "00".repeat(32)],
    ["the curve's order", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"],
    ["beyond the curve", "ff".repeat(32)],
  ] as const) {
    it(`refuses a private key that is ${kind}, and does not show it`, () => {
      for (const RELAYER_KEY of [key, `0x${key}`]) {
        assert.throws(() => parseConfig(schema, { ...good, RELAYER_KEY }), {
          name: "ConfigError",
          message:
            "The configuration is not right:\n  RELAYER_KEY: must be a private key (0x and 64 hex digits) within the curve's range",
        });
      }
    });
  }

  it("takes the smallest and the largest private key there are", () => {
    const largest = `0x${"f".repeat(31)}ebaaedce6af48a03bbfd25e8cd0364140`;
    for (const RELAYER_KEY of [`0x${"1".padStart(64, "0")}`, largest]) {
      assert.equal(parseConfig(schema, { ...good, RELAYER_KEY }).RELAYER_KEY, RELAYER_KEY);
    }
  });

  it("names every variable that is wrong, and shows no value", () => {
    const bad = {
      PORT: "99999",
      RPC_URL: "ftp://x",
      RELAYER_KEY: "secret-but-malformed",
      TRUST_PROXY: "yes",
    };
    assert.throws(
      () => parseConfig(schema, bad),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        for (const name of ["PORT", "RPC_URL", "REGISTRY_ADDRESS", "RELAYER_KEY", "TRUST_PROXY"]) {
          assert.match(error.message, new RegExp(`^  ${name}: .+`, "m"));
        }
        assert.doesNotMatch(error.message, /secret-but-malformed/);
        return true;
      },
    );
  });
});
