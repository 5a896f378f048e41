import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createResponseCache } from "./http/response-cache.ts";
import { createTestApi } from "./testing/test-api.ts";
import { testAgent } from "./testing/test-rows.ts";

const DOCUMENTED = new Set([200, 304, 400, 404]);

/** Raw text as a hostile client would put it into an address: encoded well, badly, twice, or not at all. */
const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map(encodeURIComponent),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[#?/\\\s]/g, "")),
  fc.constantFrom(
    "%",
    "%0",
    "%zz",
    "%00",
    "%2e%2e",
    "%2F",
    "%252F",
    "%c0%af",
    "%ff",
    "..",
    "%EF%BB%BF1",
    "%F0%9F%98%80",
  ),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom("__proto__", "constructor", "NaN", "Infinity", "null", "1'--", "%24%7Bx%7D", "<script>"),
  fc.string({ unit: fc.constantFrom("9", "a", "%41"), minLength: 1_000, maxLength: 4_000 }),
);

const path = fc.oneof(
  oddText.map((text) => `/api/v1/agent/${text}`),
  fc
    .tuple(oddText, fc.constantFrom("lineage", "revenue", "history", "consents"))
    .map(([text, tail]) => `/api/v1/agent/${text}/${tail}`),
  oddText.map((text) => `/api/v1/kya/${text}`),
  fc
    .string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 40, maxLength: 40 })
    .chain((hex) =>
      fc.constantFrom(
        `/api/v1/kya/0x${hex}`,
        `/api/v1/wallet/0x${hex}/entries`,
        `/api/v1/haftungsperson/0x${hex}`,
      ),
    ),
  oddText.map((text) => `/api/v1/creator/${text}`),
  oddText.map((text) => `/api/v1/wallet/${text}/entries`),
  fc.constantFrom("/api/v1/agents", "/api/v1/agent/1/revenue", "/api/v1/agent/1/history"),
  fc.constantFrom("/api/v1/revenue/top", "/api/v1/revenue/timeline", "/api/v1/agents/compliance"),
  fc.array(oddText, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`),
  oddText.map((text) => `/docs/${text}`),
);

const names = [
  "page",
  "limit",
  "offset",
  "status",
  "search",
  "sort",
  "order",
  "include",
  "interval",
  "currency",
];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), oddText), oddText), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

const headers = fc.dictionary(
  fc.constantFrom(
    "if-none-match",
    "accept-encoding",
    "accept",
    "origin",
    "range",
    "x-forwarded-for",
    "content-type",
  ),
  fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\x20-\x7e]/g, "")),
);

describe("a hostile client", () => {
  it("gets only documented responses, and errors as JSON, whatever it sends", async () => {
    const { app } = createTestApi({ agents: [testAgent(), testAgent({ agentId: 2 })] });
    await fc.assert(
      fc.asyncProperty(path, query, headers, async (where, what, how) => {
        const url = `http://localhost${where}${what === "" ? "" : `?${what}`}`;
        fc.pre(URL.canParse(url));
        const response = await app.request(url, { headers: how });
        assert.ok(DOCUMENTED.has(response.status), `${response.status} for ${url}`);
        assert.equal(response.headers.get("access-control-allow-origin"), "*");
        if (response.status < 400) return;
        const body = (await response.json()) as { error: string };
        assert.deepEqual(Object.keys(body), ["error"]);
        assert.match(body.error, /^(Invalid |Agent not found: |Not found$)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("cannot make the cache grow beyond its bounds with queries that are all different", async () => {
    const clock = { now: () => 0 };
    const cache = createResponseCache({ clock, maxEntries: 50 });
    const { get } = createTestApi({ cache, agents: [testAgent()] });
    for (let number = 0; number < 500; number += 1)
      await get(`/api/v1/agents?search=${number}&junk=${number}`);
    assert.equal(cache.size(), 50);
  });
});
