import assert from "node:assert/strict";
import { test } from "node:test";
import { RevenueAggregateResponse, RevenueResponse } from "@agent-registry/protocol";
import { createRegistryClient } from "../client/registry-client.ts";
import { askApi } from "./ask-api.ts";

const answering = (body: string) =>
  createRegistryClient({ apiUrl: "http://api.test", fetch: async () => new Response(body) });

test("sums beyond 2^53 keep every digit, and smaller ones are numbers", async () => {
  const sums = { small: 150n, beyond: 2n ** 53n + 1n, large: 2n ** 64n + 1n };
  const byCurrency = Object.entries(sums).map(([name, sum]) => `"${name}":${sum}`);
  const client = answering(
    `{"totalReports":3,"totalAmount":${sums.large},"byCurrency":{${byCurrency}},"byCategory":{}}`,
  );
  const answer = await askApi(client, { path: "/", schema: RevenueAggregateResponse });
  assert.deepEqual(answer, {
    totalReports: 3,
    totalAmount: sums.large,
    byCurrency: { small: 150, beyond: sums.beyond, large: sums.large },
    byCategory: {},
  });
});

test("an amount beyond 2^53, which no contract of ours takes, is refused and never rounded", async () => {
  const time = '"2026-03-01T12:00:00.000Z"';
  const report = `{"amount":9007199254740993,"currency":"EUR","category":"fees","periodStart":${time},"periodEnd":${time},"reportedAt":${time}}`;
  const client = answering(`{"total":1,"offset":0,"limit":1,"data":[${report}]}`);
  await assert.rejects(askApi(client, { path: "/", schema: RevenueResponse }), { reason: "api-failed" });
});

test("an error tells the id by which the API logged the request, and nothing that is none", async () => {
  const failing = (requestId: string) =>
    createRegistryClient({
      apiUrl: "http://api.test",
      retryDelayMs: 0,
      fetch: async () =>
        Response.json(
          { error: "RPC failure: gone" },
          { status: 500, headers: { "X-Request-Id": requestId } },
        ),
    });
  const ask = (requestId: string) => askApi(failing(requestId), { path: "/", schema: RevenueResponse });
  await assert.rejects(ask("made-1"), { reason: "api-failed", requestId: "made-1" });
  await assert.rejects(ask("not an id"), { reason: "api-failed", requestId: undefined });
});
