import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { API_SETTINGS, parseApiConfig } from "@agent-registry/api/config";
import { parseRelayerConfig, RELAYER_SETTINGS } from "@agent-registry/relayer/config";
import { describeMisspelt } from "@agent-registry/service";
import { toServices } from "./services.ts";
import { DASHBOARD_SETTINGS, findSettings } from "./settings.ts";
import { type Stack, toServiceUrls } from "./stack.ts";

/** What a start says of itself by other means: its options, and those that name another chain and its wallet. */
const OF_THE_STACK = [
  "HOST",
  "RELAYER_PORT",
  "RPC_URL",
  "REGISTRY_ADDRESS",
  "FORWARDER_ADDRESS",
  "RELAYER_KEY",
  "RELAYER_KEYSTORE",
  "RELAYER_KEYSTORE_PASSWORD_FILE",
  "RELAYER_SIGNER_URL",
  "RELAYER_ADDRESS",
];
const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const stack: Stack = {
  isLocal: true,
  chainId: 84532,
  rpcUrl: "http://127.0.0.1:8545",
  registryAddress: address,
  forwarderAddress: address,
  ...toServiceUrls({ host: "127.0.0.1", ports: { api: 3000, relayer: 3001, dashboard: 3002 } }),
  relayerSigning: { RELAYER_KEY: `0x${"ab".repeat(32)}` },
  signingKeyFile: "/x/signing.key",
  dataDir: "data",
};
const KINDS = [
  { name: "query API", settings: API_SETTINGS },
  { name: "relayer", settings: RELAYER_SETTINGS },
  { name: "dashboard", settings: DASHBOARD_SETTINGS },
];

describe("npm start", () => {
  for (const isLocal of [true, false]) {
    const where = isLocal ? "on a chain of its own" : "on a chain that the environment names";
    it(`${where} hands every setting to its services, or says that it does not`, () => {
      for (const { name, settings } of KINDS) {
        for (const setting of settings.filter((each) => !OF_THE_STACK.includes(each))) {
          const env = { [setting]: "given" };
          const services = toServices({ ...stack, isLocal, dataDir: isLocal ? "data" : "given" }, env);
          const own = services.find((service) => service.name === name)?.env ?? {};
          const { taken, ignored } = findSettings({ env, isLocal });
          const said = own[setting] === "given" ? taken : ignored.map((each) => each.name);
          assert.deepEqual(said, [setting], `${name}: ${setting}`);
        }
      }
    });
  }

  it("leaves aside only what does not fit a chain that is gone tomorrow, and the ports that two services read", () => {
    const all = [...new Set(KINDS.flatMap(({ settings }) => settings))];
    const env = Object.fromEntries(all.map((name) => [name, "given"]));
    const ignored = (isLocal: boolean) => findSettings({ env, isLocal }).ignored.map(({ name }) => name);
    assert.deepEqual(ignored(true).sort(), [
      "DATABASE_READ_URL",
      "DATABASE_URL",
      "DATA_DIR",
      "METRICS_PORT",
      "PORT",
      "RELAYER_URL",
      "START_BLOCK",
    ]);
    assert.deepEqual(ignored(false).sort(), ["METRICS_PORT", "PORT", "RELAYER_URL"]);
  });

  it("names the setting that a misspelt one stands for, and takes none of its own for one", () => {
    const env = { RATE_LIMT_PER_MINUTE: "9", DASHBORD_PORT: "9", SHELL: "/bin/sh" };
    assert.deepEqual(findSettings({ env, isLocal: true }).misspelt, [
      "RATE_LIMT_PER_MINUTE is no setting; did you mean RATE_LIMIT_PER_MINUTE?",
      "DASHBORD_PORT is no setting; did you mean DASHBOARD_PORT?",
    ]);
    const own = ["API_PORT", "DASHBOARD_PORT", "CHAIN_PORT", "STACK_DIR", "DASHBOARD_RELAYER_URL"];
    const all = [...own, ...KINDS.flatMap(({ settings }) => settings)];
    const set = Object.fromEntries(all.map((name) => [name, "given"]));
    assert.deepEqual(findSettings({ env: set, isLocal: true }).misspelt, []);
  });

  it("a service takes no setting of another one for a misspelt one of its own", () => {
    const env = Object.fromEntries(KINDS.flatMap(({ settings }) => settings).map((name) => [name, "given"]));
    for (const { settings } of KINDS) assert.deepEqual(describeMisspelt({ env, settings }), []);
  });

  it("takes an empty setting for none", () => {
    const env = { RATE_LIMIT_PER_IP: "", DATABASE_URL: "" };
    assert.deepEqual(findSettings({ env, isLocal: true }), { taken: [], ignored: [], misspelt: [] });
    const relayer = toServices(stack, env).find(({ name }) => name === "relayer");
    assert.equal(relayer?.env.RATE_LIMIT_PER_IP, "200");
  });
});

describe("the guide for operators", () => {
  const guide = readFileSync("docs/guides/operators/settings.md", "utf8");
  /** The rows of its tables of settings: names, and the default of each. */
  const rows = [...guide.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)].flatMap(
    ([, names = "", defaults = ""]) => {
      const values = quoted(defaults);
      return quoted(names).map((name, i) => ({ name, value: values[i] }));
    },
  );

  it("names every setting of every service", () => {
    const missing = KINDS.flatMap(({ settings }) => settings).filter(
      (name) => !guide.includes(`\`${name}\``),
    );
    assert.deepEqual(missing, []);
  });

  it("has tables of settings that exist, with the defaults that they have", () => {
    assert.ok(rows.length > 15, "the tables are not found");
    const apiEnv = { REGISTRY_ADDRESS: address };
    const relayerEnv = { ...apiEnv, FORWARDER_ADDRESS: address, ...stack.relayerSigning };
    for (const { name, value } of rows) {
      const set = value === undefined ? {} : { [name]: value };
      if (API_SETTINGS.includes(name))
        assert.deepEqual(parseApiConfig({ ...apiEnv, ...set }), parseApiConfig(apiEnv), name);
      else if (RELAYER_SETTINGS.includes(name))
        assert.deepEqual(parseRelayerConfig({ ...relayerEnv, ...set }), parseRelayerConfig(relayerEnv), name);
      else assert.ok(DASHBOARD_SETTINGS.includes(name), `${name} is no setting`);
    }
  });
});

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, value = ""]) => value);
}
