import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { parseApiConfig } from "./config.ts";

const REGISTRY_ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("configuration", () => {
  it("needs nothing but the registry's address", () => {
    assert.deepEqual(parseApiConfig({ REGISTRY_ADDRESS: REGISTRY_ADDRESS.toLowerCase() }), {
      PORT: 3000,
      RPC_URL: ["https://sepolia.base.org"],
      REGISTRY_ADDRESS,
      MAX_REPLICA_LAG_SECONDS: 10,
      DATA_DIR: ".local/data",
      TRUST_PROXY: 0,
      RATE_LIMIT_PER_MINUTE: 60,
      POLL_INTERVAL_MS: 1_000,
      RECONCILE_ROUND_HOURS: 24,
      DASHBOARD_URL: "http://localhost:3002",
      DOMAIN_CHECKS: "on",
      SNAPSHOT_HOURS: 24,
      SHUTDOWN_DELAY_SECONDS: 0,
      LOG_LEVEL: "info",
      RECEIPT_TTL_SECONDS: 300,
      STATUS_LIST_TTL_SECONDS: 300,
      STATUS_LIST_LIFETIME_SECONDS: 900,
      STATUS_LIST_BUILD_SECONDS: 60,
    });
  });

  it("takes several RPC addresses for fail-over", () => {
    const config = parseApiConfig({ REGISTRY_ADDRESS, RPC_URL: "http://a.example, http://b.example/key" });
    assert.deepEqual(config.RPC_URL, ["http://a.example", "http://b.example/key"]);
  });

  it("takes a replica only of a database that it names", () => {
    const DATABASE_READ_URL = "postgres://replica.example/registry";
    assert.throws(() => parseApiConfig({ REGISTRY_ADDRESS, DATABASE_READ_URL }), /DATABASE_READ_URL: needs/);
    const DATABASE_URL = "postgres://primary.example/registry";
    const config = parseApiConfig({ REGISTRY_ADDRESS, DATABASE_URL, DATABASE_READ_URL });
    assert.equal(config.DATABASE_READ_URL, DATABASE_READ_URL);
  });

  it("refuses a dashboard's secret that is short, or that stands in this repository", () => {
    const take = (DASHBOARD_SECRET: string) => parseApiConfig({ REGISTRY_ADDRESS, DASHBOARD_SECRET });
    assert.equal(take("s".repeat(32)).DASHBOARD_SECRET, "s".repeat(32));
    assert.throws(() => take("s".repeat(31)), /DASHBOARD_SECRET: must have at least 32 characters$/);
    const examples = globSync("deploy/**/*.env").flatMap(
      (file) => /^DASHBOARD_SECRET=(.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? [],
    );
    assert.equal(examples.length, 3);
    for (const example of examples)
      assert.throws(() => take(example), /DASHBOARD_SECRET: must be a secret of your own/);
  });

  it("names every variable that is wrong, and shows no value", () => {
    const env = {
      PORT: "seventy",
      RPC_URL: "ws://user:secret@x",
      START_BLOCK: "-1",
      RATE_LIMIT_PER_MINUTE: "0",
      RECONCILE_ROUND_HOURS: "0",
      DOMAIN_CHECKS: "maybe",
    };
    assert.throws(
      () => parseApiConfig(env),
      ({ message }: Error) =>
        [...Object.keys(env), "REGISTRY_ADDRESS"].every((name) => message.includes(`${name}: `)) &&
        !message.includes("secret"),
    );
  });
});
