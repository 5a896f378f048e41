import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, it } from "node:test";
import { DASHBOARD_SETTINGS, findPortProblem, parseDashboardConfig } from "./config.ts";

describe("parseDashboardConfig", () => {
  it("the given variables are taken, and the defaults for those that are missing", () => {
    const given = {
      PORT: "4000",
      NEXT_PUBLIC_API_URL: "https://api.example",
      API_INTERNAL_URL: "http://10.0.0.7:3000",
      DASHBOARD_SECRET: "s".repeat(32),
      TRUST_PROXY: "2",
      EXPLORER_URL: "https://explorer.example/",
      RELAYER_URL: "https://relayer.example/",
      SECURITY_CONTACT: "mailto:security@register.example",
    };
    assert.deepEqual(parseDashboardConfig(given), {
      port: 4000,
      host: undefined,
      apiUrl: "https://api.example",
      apiInternalUrl: "http://10.0.0.7:3000",
      secret: "s".repeat(32),
      trustProxyHops: 2,
      explorerUrl: "https://explorer.example",
      relayerUrl: "https://relayer.example",
      securityContact: "mailto:security@register.example",
    });
    const usual = {
      port: 3002,
      host: undefined,
      apiUrl: "http://localhost:3000",
      apiInternalUrl: "http://localhost:3000",
      secret: undefined,
      trustProxyHops: 0,
      explorerUrl: null,
      relayerUrl: null,
      securityContact: undefined,
    };
    assert.deepEqual(parseDashboardConfig({}), usual);
    const empty = Object.fromEntries(DASHBOARD_SETTINGS.map((name) => [name, ""]));
    assert.deepEqual(parseDashboardConfig(empty), usual);
    for (const host of ["127.0.0.1", "::1", "0.0.0.0", "localhost"]) {
      assert.deepEqual(parseDashboardConfig({ HOST: host }), { ...usual, host });
    }
  });

  it("a secret that stands in this repository is refused", () => {
    for (const example of ["at-least-32-characters-that-the-dashboard-knows", "0".repeat(64)])
      assert.deepEqual(parseDashboardConfig({ DASHBOARD_SECRET: example }), {
        problems: [
          "DASHBOARD_SECRET must be a secret of your own, and not the example that everybody can read: " +
            "openssl rand -hex 32 makes one.",
        ],
      });
  });

  it("every variable that is wrong is named", () => {
    const wrong = {
      PORT: "http",
      HOST: "my-machine",
      NEXT_PUBLIC_API_URL: "ftp://api.example",
      API_INTERNAL_URL: "10.0.0.7",
      DASHBOARD_SECRET: "short and secret",
      TRUST_PROXY: "17",
      EXPLORER_URL: "javascript:alert(1)",
      RELAYER_URL: "https://relayer.example/?key=1",
      SECURITY_CONTACT: "security@register.example",
    };
    assert.deepEqual(Object.keys(wrong), DASHBOARD_SETTINGS);
    assert.deepEqual(parseDashboardConfig(wrong), {
      problems: [
        'PORT must be a port number, not "http".',
        'HOST must be an IP address of this machine, such as 127.0.0.1, not "my-machine".',
        "NEXT_PUBLIC_API_URL must be an http:// or https:// address, such as http://localhost:3000, " +
          'not "ftp://api.example".',
        'API_INTERNAL_URL must be an http:// or https:// address, such as http://localhost:3000, not "10.0.0.7".',
        "DASHBOARD_SECRET must have at least 32 characters.",
        'TRUST_PROXY must be a number of proxies from 0 to 16, not "17".',
        "EXPLORER_URL must be an http:// or https:// address without a query, such as https://explorer.example.",
        "RELAYER_URL must be an http:// or https:// address without a query, such as https://relayer.example.",
        "SECURITY_CONTACT must be an https:// or mailto: address at which vulnerabilities are reported.",
      ],
    });
  });
});

describe("the start of the dashboard", () => {
  it("a taken port is named in one sentence, as is a misspelt setting, and the process ends with exit code 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    try {
      const start = new URL("./start.ts", import.meta.url).pathname;
      const own = { PORT: String(port), HOST: "127.0.0.1", TRUST_PROXI: "1" };
      const child = spawn(process.execPath, [start], { env: { ...process.env, ...own } });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
      const [exitCode] = await once(child, "close");
      assert.deepEqual(
        [exitCode, output],
        [
          1,
          "TRUST_PROXI is no setting; did you mean TRUST_PROXY?\n" +
            `Port ${port} is taken by another program. Stop that one, or name another port by PORT.\n`,
        ],
      );
    } finally {
      other.close();
    }
  });

  it("an address of another machine is named, and a free port is left free", async () => {
    assert.equal(
      await findPortProblem({ port: 0, host: "203.0.113.7" }),
      "HOST (203.0.113.7) is not an address of this machine.",
    );
    assert.equal(await findPortProblem({ port: 0, host: undefined }), undefined);
  });
});
