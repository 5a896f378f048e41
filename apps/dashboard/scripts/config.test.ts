import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseDashboardConfig } from "./config.ts";

describe("parseDashboardConfig", () => {
  it("the given variables are taken, and the defaults for those that are missing", () => {
    const given = {
      PORT: "4000",
      NEXT_PUBLIC_API_URL: "https://api.example",
      EXPLORER_URL: "https://explorer.example/",
    };
    assert.deepEqual(parseDashboardConfig(given), {
      port: "4000",
      host: undefined,
      apiUrl: "https://api.example",
      explorerUrl: "https://explorer.example",
    });
    const usual = { port: "3002", host: undefined, apiUrl: "http://localhost:3000", explorerUrl: null };
    assert.deepEqual(parseDashboardConfig({}), usual);
    const empty = { PORT: "", HOST: "", NEXT_PUBLIC_API_URL: "", EXPLORER_URL: "" };
    assert.deepEqual(parseDashboardConfig(empty), usual);
    for (const host of ["127.0.0.1", "::1", "0.0.0.0", "localhost"]) {
      assert.deepEqual(parseDashboardConfig({ HOST: host }), { ...usual, host });
    }
  });

  it("every variable that is wrong is named", () => {
    const wrong = {
      PORT: "http",
      HOST: "my-machine",
      NEXT_PUBLIC_API_URL: "ftp://api.example",
      EXPLORER_URL: "javascript:alert(1)",
    };
    assert.deepEqual(parseDashboardConfig(wrong), {
      problems: [
        'PORT must be a port number, not "http".',
        'HOST must be an IP address of this machine, such as 127.0.0.1, not "my-machine".',
        "NEXT_PUBLIC_API_URL must be an http:// or https:// address, such as http://localhost:3000, " +
          'not "ftp://api.example".',
        "EXPLORER_URL must be an http:// or https:// address without a query, such as https://explorer.example.",
      ],
    });
  });
});
