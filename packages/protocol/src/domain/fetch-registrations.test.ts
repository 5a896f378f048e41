import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { startHttpsServer, type TestHttpsServer } from "@agent-registry/testkit";
import { fetchRegistrations } from "./fetch-registrations.ts";
import { type Network, publicInternet } from "./network.ts";

const PATH = "/.well-known/agent-registration.json";
const AGENT = { agentId: 7, agentRegistry: "eip155:84532:0x5FbDB2315678afecb367f032d93F642f64180aa3" };
const FILE = JSON.stringify({ registrations: [AGENT] });
const FOUND = [{ ...AGENT, agentId: "7", agentRegistry: AGENT.agentRegistry.toLowerCase() }];

let server: TestHttpsServer;
let network: Network;
let requests: IncomingMessage[];
let handle: (response: ServerResponse, url: string) => unknown;

before(async () => {
  server = await startHttpsServer({
    hosts: ["agents.example", "xn--bcher-kva.example"],
    handle: (request, response) => {
      requests.push(request);
      handle(response, request.url ?? "");
    },
  });
});
after(() => server.stop());
beforeEach(() => {
  requests = [];
  handle = (response) => sendJson(response);
  network = {
    resolve: async () => ["127.0.0.1"],
    isAllowed: (address) => address === "127.0.0.1",
    port: server.port,
    ca: server.cert,
  };
});

const sendJson = (response: ServerResponse, body = FILE) =>
  response.writeHead(200, { "Content-Type": "application/json" }).end(body);
const ask = (changes: Partial<Parameters<typeof fetchRegistrations>[0]> = {}) =>
  fetchRegistrations({
    domain: "agents.example",
    userAgent: "test/1 (+https://r.example)",
    network,
    ...changes,
  });
const reasonOf = async (changes?: Parameters<typeof ask>[0]) => (await ask(changes)).reason;

describe("a domain's registration file", () => {
  it("is read from the well-known place, by the name of who asks, and nothing is decompressed", async () => {
    assert.deepEqual(await ask(), { reason: null, registrations: FOUND });
    const [{ url, headers } = { url: "", headers: {} }] = requests;
    assert.equal(url, PATH);
    assert.equal(headers.host, `agents.example:${server.port}`);
    assert.equal(headers["user-agent"], "test/1 (+https://r.example)");
    assert.equal(headers["accept-encoding"], "identity");
  });

  it("may belong to a name in any script", async () => {
    assert.equal(await reasonOf({ domain: "Bücher.example." }), null);
  });

  it("is that of the domain alone: a host that is none is not asked", async () => {
    for (const domain of ["127.0.0.1", "localhost", "agents.example:443", "u@agents.example", "a.example/x"])
      assert.equal(await reasonOf({ domain }), "invalid-domain", domain);
    assert.equal(requests.length, 0);
  });

  it("is not asked for if any of the host's addresses is not public", async () => {
    for (const others of [
      ["127.0.0.1"],
      ["93.184.215.14", "127.0.0.1"],
      ["::1"],
      ["::ffff:93.184.215.14"],
      ["x"],
    ]) {
      const inside = { ...network, isAllowed: publicInternet.isAllowed, resolve: async () => others };
      assert.equal(await reasonOf({ network: inside }), "not-public", others.join());
    }
    assert.equal(requests.length, 0);
  });

  it("comes from the address that was checked: the name is resolved once, also for another place on the host", async () => {
    let looks = 0;
    network.resolve = async () => {
      looks += 1;
      return looks === 1 ? ["127.0.0.1"] : ["10.0.0.1"];
    };
    const steps: Record<string, string> = { [PATH]: "/one", "/one": "https://agents.example/two?x=1" };
    handle = (response, url) => {
      const location = steps[url];
      return location === undefined ? sendJson(response) : response.writeHead(302, { location }).end();
    };
    assert.equal(await reasonOf(), null);
    assert.deepEqual([looks, requests.map(({ url }) => url)], [1, [PATH, "/one", "/two?x=1"]]);
  });

  it("is nowhere else: not on another host, port or protocol, nor behind more than two steps", async () => {
    for (const location of [
      "https://other.example/x",
      "https://agents.example.other.example/",
      "https://agents.example:8443/x",
      "https://user@agents.example/x",
      "http://agents.example/x",
      "//other.example/x",
      "https://[/",
      "/again",
    ]) {
      handle = (response) => response.writeHead(301, { location }).end();
      assert.equal(await reasonOf(), "redirected", location);
    }
  });

  it("has at most 64 kB, whatever its server says of its length", async () => {
    const padded = FILE + " ".repeat(64 * 1024 - FILE.length);
    handle = (response) => sendJson(response, padded);
    assert.equal(await reasonOf(), null);
    handle = (response) => sendJson(response, `${padded} `);
    assert.equal(await reasonOf(), "too-large");
    handle = (response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(padded), 1);
      response.on("close", () => clearInterval(timer));
    };
    assert.equal(await reasonOf(), "too-large");
  });

  it("is JSON by its type and by its text", async () => {
    const bodies: [type: string, body: string, reason: string | null][] = [
      ["application/json; charset=utf-8", `\uFEFF${FILE}`, null],
      ["application/ld+json", FILE, null],
      ["text/html", FILE, "not-json"],
      ["application/jsonp", FILE, "not-json"],
      ["application/json", "<html>", "not-json"],
      ["application/json", "", "not-json"],
    ];
    for (const [type, body, reason] of bodies) {
      handle = (response) => response.writeHead(200, { "Content-Type": type }).end(body);
      assert.equal(await reasonOf(), reason, `${type} ${body}`);
    }
    handle = (response) => response.writeHead(200).end(FILE);
    assert.equal(await reasonOf(), "not-json");
  });

  it("is missing if the server answers anything but 200", async () => {
    for (const status of [204, 304, 401, 404, 500]) {
      handle = (response) => response.writeHead(status).end();
      assert.equal(await reasonOf(), "no-file", String(status));
    }
  });

  it("is waited for no longer than the time allows, wherever it is lost", async () => {
    handle = () => {};
    assert.equal(await reasonOf({ timeoutMs: 300 }), "too-slow");
    handle = (response) => response.writeHead(200, { "Content-Type": "application/json" }).write("{");
    assert.equal(await reasonOf({ timeoutMs: 300 }), "too-slow");
    network.resolve = () => new Promise(() => {});
    assert.equal(await reasonOf({ timeoutMs: 50 }), "too-slow");
  });

  it("is out of reach without a name, a connection, or a certificate for this very host", async () => {
    const { ca: _, ...untrusting } = network;
    const unreachable: Partial<Parameters<typeof fetchRegistrations>[0]>[] = [
      { network: { ...network, resolve: async () => [] } },
      { network: { ...network, resolve: () => Promise.reject(new Error("no such name")) } },
      { network: untrusting },
      { domain: "other.example" },
    ];
    for (const changes of unreachable) assert.equal(await reasonOf(changes), "unreachable");
    assert.equal(requests.length, 0);
    handle = (response) => response.destroy();
    assert.equal(await reasonOf(), "unreachable");
    handle = (response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 99 });
      response.write("{", () => response.destroy());
    };
    assert.equal(await reasonOf(), "unreachable");
  });
});
