import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfigError } from "@agent-registry/service";
import { parseEther, parseGwei } from "viem";
import { parseRelayerConfig } from "./config.ts";

const required = {
  RELAYER_KEY: `0x${"ab".repeat(32)}`,
  FORWARDER_ADDRESS: "0x5fbdb2315678afecb367f032d93f642f64180aa3",
  REGISTRY_ADDRESS: "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512",
};

describe("parseRelayerConfig", () => {
  it("has the specification's defaults", () => {
    const config = parseRelayerConfig(required);
    assert.equal(config.RELAYER_PORT, 3001);
    assert.deepEqual(config.RPC_URL, ["https://sepolia.base.org"]);
    assert.equal(config.DAILY_GAS_BUDGET, parseEther("0.05"));
    assert.equal(config.RATE_LIMIT_PER_IP, 20);
    assert.equal(config.RATE_LIMIT_PER_SIGNER, 10);
    assert.equal(config.MAX_REQUEST_GAS, 1_000_000n);
    assert.equal(config.MAX_FEE_PER_GAS_GWEI, parseGwei("100"));
    assert.equal(config.ATTESTATION_RESERVE, 250_000n);
    assert.equal(config.FLOOD_LIMIT_PER_MINUTE, 600);
    assert.equal(config.ALLOWED_ORIGINS, "*");
  });

  it("takes a reserve from nothing to all of the budget, and a list of origins", () => {
    const read = (env: Record<string, string>) => parseRelayerConfig({ ...required, ...env });
    for (const [text, millionths] of [
      ["0", 0n],
      ["0.000001", 1n],
      ["1", 1_000_000n],
    ] as const) {
      assert.equal(read({ ATTESTATION_RESERVE: text }).ATTESTATION_RESERVE, millionths);
    }
    for (const text of ["1.1", "-0.1", "25%", "1e-3", ".5"])
      assert.throws(() => read({ ATTESTATION_RESERVE: text }), /ATTESTATION_RESERVE: must be a share/);
    assert.deepEqual(read({ ALLOWED_ORIGINS: "https://a.example, http://localhost:3002" }).ALLOWED_ORIGINS, [
      "https://a.example",
      "http://localhost:3002",
    ]);
    for (const text of [
      "https://a.example/",
      "a.example",
      "https://a.example,*",
      "null",
      "https://a.example,",
    ])
      assert.throws(() => read({ ALLOWED_ORIGINS: text }), /ALLOWED_ORIGINS: must be/);
  });

  it("signs by exactly one of a key, a keystore with its password, and a signer with its address", () => {
    const { RELAYER_KEY, ...contracts } = required;
    const ways = {
      key: { RELAYER_KEY },
      keystore: { RELAYER_KEYSTORE: "/x.json", RELAYER_KEYSTORE_PASSWORD_FILE: "/x.password" },
      signer: { RELAYER_SIGNER_URL: "http://127.0.0.1:9000", RELAYER_ADDRESS: contracts.REGISTRY_ADDRESS },
    };
    const complain = (env: Record<string, string>) => {
      try {
        parseRelayerConfig({ ...contracts, ...env });
        return [];
      } catch (error) {
        return (error as Error).message.split("\n").slice(1);
      }
    };
    for (const way of Object.values(ways)) assert.deepEqual(complain(way), []);
    assert.match(
      complain({}).join(),
      /^ {2}RELAYER_KEY: is required: .* RELAYER_KEYSTORE, RELAYER_SIGNER_URL$/,
    );
    for (const [one, other] of [
      [ways.key, ways.keystore],
      [ways.key, ways.signer],
      [ways.keystore, ways.signer],
    ] as const) {
      const said = complain({ ...one, ...other });
      assert.equal(said.length, 2);
      for (const line of said)
        assert.match(line, /only one of RELAYER_KEY, RELAYER_KEYSTORE, RELAYER_SIGNER_URL/);
    }
    for (const way of [ways.keystore, ways.signer]) {
      const [[name, value], [companion, beside]] = Object.entries(way) as [
        [string, string],
        [string, string],
      ];
      assert.match(
        complain({ [name]: value }).join(),
        new RegExp(`^  ${companion}: is required with ${name}`),
      );
      const idle = complain({ ...ways.key, [companion]: beside });
      assert.deepEqual(idle, [`  ${companion}: is of use with ${name} alone`]);
    }
    const shown = complain({ ...ways.signer, RELAYER_SIGNER_URL: "ftp://user:hunter2@signer" }).join();
    assert.match(shown, /RELAYER_SIGNER_URL: must be one http/);
    assert.doesNotMatch(shown, /hunter2/);
  });

  it("names every variable that is missing or wrong, and shows no value", () => {
    const bad = {
      RELAYER_KEY: "hunter2",
      DAILY_GAS_BUDGET: "much",
      RATE_LIMIT_PER_IP: "-1",
      MAX_REQUEST_GAS: "1",
    };
    assert.throws(
      () => parseRelayerConfig(bad),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        const names = [...Object.keys(bad), "FORWARDER_ADDRESS", "REGISTRY_ADDRESS"];
        for (const name of names) assert.match(error.message, new RegExp(`^  ${name}: .+`, "m"));
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  });
});
