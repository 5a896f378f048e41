import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { SNAPSHOT_NODE_FLAGS } from "@agent-registry/api/node-flags";
import { toServices } from "./services.ts";
import { findSettings } from "./settings.ts";
import { type Stack, toServiceUrls } from "./stack.ts";

const stack: Stack = {
  isLocal: false,
  chainId: 84532,
  rpcUrl: "https://node.example/key",
  registryAddress: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  forwarderAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  ...toServiceUrls({ host: "127.0.0.1", ports: { api: 3000, relayer: 3001, dashboard: 3002 } }),
  relayerSigning: { RELAYER_KEY: `0x${"ab".repeat(32)}` },
  dataDir: "data",
};
const env = {
  DATABASE_URL: "postgres://db.example/registry",
  DAILY_GAS_BUDGET: "0.2",
  MAX_FEE_PER_GAS_GWEI: "3",
  LOG_LEVEL: "warn",
  UNRELATED: "1",
};

function envOf(name: string, given: Stack) {
  return toServices(given, env).find((service) => service.name === name)?.env ?? {};
}

describe("the commands for snapshots", () => {
  it("run with the flags for Node that the query API's own snapshots have", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const name of ["snapshot", "restore"])
      assert.equal(
        scripts[name],
        `node scripts/run.mjs ${SNAPSHOT_NODE_FLAGS.join(" ")} apps/api/src/${name}.ts`,
      );
  });
});

describe("toServices", () => {
  it("runs the API as `npm run start:api` does", () => {
    const api = toServices(stack, env).find(({ name }) => name === "query API");
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const command = ["exec node scripts/run.mjs", ...(api?.nodeFlags ?? []), api?.program].join(" ");
    assert.equal(scripts["start:api"], command);
  });

  it("opens every service on the same address, and finds those that listen on all of them by loopback", () => {
    const ports = { api: 3000, relayer: 3001, dashboard: 3002 };
    for (const [host, apiUrl] of [
      ["127.0.0.1", "http://127.0.0.1:3000"],
      ["0.0.0.0", "http://127.0.0.1:3000"],
      ["::", "http://127.0.0.1:3000"],
      ["::1", "http://[::1]:3000"],
      ["192.0.2.7", "http://192.0.2.7:3000"],
    ] as const) {
      const services = toServices({ ...stack, ...toServiceUrls({ host, ports }) }, {});
      assert.deepEqual(new Set(services.map((service) => service.env.HOST)), new Set([host]));
      assert.equal(services[0]?.url, apiUrl);
    }
  });

  it("lets a person say where browsers of other machines find the API and the relayer", () => {
    const given = {
      NEXT_PUBLIC_API_URL: "http://registry.example:3000",
      DASHBOARD_RELAYER_URL: "http://registry.example:3001",
      // The command line's, perhaps of another register.
      RELAYER_URL: "http://elsewhere.example:3001",
    };
    const [, , dashboard] = toServices(stack, given);
    assert.equal(dashboard?.env.NEXT_PUBLIC_API_URL, given.NEXT_PUBLIC_API_URL);
    assert.equal(dashboard?.env.RELAYER_URL, given.DASHBOARD_RELAYER_URL);
    assert.equal(envOf("dashboard", stack).NEXT_PUBLIC_API_URL, stack.apiUrl);
    assert.equal(envOf("dashboard", stack).RELAYER_URL, stack.relayerUrl);
    const [, , own] = toServices(stack, { RELAYER_URL: given.RELAYER_URL });
    assert.equal(own?.env.RELAYER_URL, stack.relayerUrl);
  });

  it("gives the relayer's key to the relayer alone", () => {
    const holders = toServices(stack, env).filter((service) =>
      JSON.stringify(service.env).includes("ab".repeat(32)),
    );
    assert.deepEqual(
      holders.map((service) => service.name),
      ["relayer"],
    );
  });

  it("passes settings on to a chain that is not ours, and nothing else", () => {
    assert.equal(envOf("query API", stack).DATABASE_URL, env.DATABASE_URL);
    assert.equal(envOf("query API", stack).LOG_LEVEL, "warn");
    assert.equal(envOf("relayer", stack).DAILY_GAS_BUDGET, "0.2");
    assert.equal(envOf("relayer", stack).MAX_FEE_PER_GAS_GWEI, "3");
    assert.ok(!("UNRELATED" in envOf("relayer", stack)));
  });

  it("passes on what OpenTelemetry reads, to the services that send traces", () => {
    const asking = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SERVICE_NAME: "" };
    const traced = toServices(stack, { ...env, ...asking }).map(({ name, env: own }) => [
      name,
      Object.keys(own).filter((variable) => variable.startsWith("OTEL_")),
    ]);
    assert.deepEqual(traced, [
      ["query API", ["OTEL_EXPORTER_OTLP_ENDPOINT"]],
      ["relayer", ["OTEL_EXPORTER_OTLP_ENDPOINT"]],
      ["dashboard", []],
    ]);
    assert.deepEqual(findSettings({ env: asking, isLocal: true }).taken, ["OTEL_EXPORTER_OTLP_ENDPOINT"]);
  });

  it("tells the API where people find the dashboard, unless a person knows better", () => {
    assert.equal(envOf("query API", stack).DASHBOARD_URL, stack.dashboardUrl);
    const [api] = toServices(stack, { ...env, DASHBOARD_URL: "https://register.example" });
    assert.equal(api?.env.DASHBOARD_URL, "https://register.example");
  });

  it("lets the API of a local register sign, by a key that no other service gets", () => {
    const services = toServices({ ...stack, isLocal: true, signingKeyFile: "/x/signing.key" }, env);
    const holders = services.filter((service) => JSON.stringify(service.env).includes("signing.key"));
    assert.deepEqual(
      holders.map(({ name, env: own }) => [name, own.SIGNING_KEY_FILE, own.ISSUER_URL]),
      [["query API", "/x/signing.key", stack.apiUrl]],
    );
    assert.ok(!("SIGNING_KEY_FILE" in envOf("query API", stack)));
  });

  it("lets a person follow all guides on a local chain within the hour", () => {
    for (const name of ["RATE_LIMIT_PER_IP", "RATE_LIMIT_PER_SIGNER"]) {
      assert.equal(envOf("relayer", { ...stack, isLocal: true })[name], "200");
      assert.ok(!(name in envOf("relayer", stack)));
    }
  });

  it("keeps a local chain, which is gone tomorrow, out of a database that is not", () => {
    const local = { ...stack, isLocal: true };
    assert.ok(!("DATABASE_URL" in envOf("query API", local)) && !("DATABASE_URL" in envOf("relayer", local)));
  });
});
