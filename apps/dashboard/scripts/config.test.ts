import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseDashboardConfig } from "./config.ts";

describe("parseDashboardConfig", () => {
  it("the given variables are taken, and the defaults for those that are missing", () => {
    assert.deepEqual(parseDashboardConfig({ PORT: "4000", NEXT_PUBLIC_API_URL: "https://api.example" }), {
      port: "4000",
      host: undefined,
      apiUrl: "https://api.example",
    });
    const usual = { port: "3002", host: undefined, apiUrl: "http://localhost:3000" };
    assert.deepEqual(parseDashboardConfig({}), usual);
    assert.deepEqual(parseDashboardConfig({ PORT: "", HOST: "", NEXT_PUBLIC_API_URL: "" }), usual);
    for (const host of ["127.0.0.1", "::1", "0.0.0.0", "localhost"]) {
      assert.deepEqual(parseDashboardConfig({ HOST: host }), { ...usual, host });
    }
  });

  it("every variable that is wrong is named", () => {
    assert.deepEqual(
      parseDashboardConfig({ PORT: "http", HOST: "my-machine", NEXT_PUBLIC_API_URL: "ftp://api.example" }),
      {
        problems: [
          'PORT must be a port number, not "http".',
          'HOST must be an IP address of this machine, such as 127.0.0.1, not "my-machine".',
          "NEXT_PUBLIC_API_URL must be an http:// or https:// address, such as http://localhost:3000, " +
            'not "ftp://api.example".',
        ],
      },
    );
  });
});
