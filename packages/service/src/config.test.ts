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

  it("takes several RPC addresses", () => {
    const { RPC_URL } = parseConfig(schema, { ...good, RPC_URL: "http://a.example, https://b.example/key" });
    assert.deepEqual(RPC_URL, ["http://a.example", "https://b.example/key"]);
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
