import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type * as z from "zod";
import * as queries from "./api-queries.ts";

const messageOf = (schema: z.ZodType, input: object) => schema.safeParse(input).error?.issues[0]?.message;

describe("page sizes", () => {
  const sizes: [name: string, schema: z.ZodObject, usual: number, max: number][] = [
    ["agents", queries.AgentsQuery, 20, 100],
    ["revenue", queries.RevenuePageQuery, 100, 500],
    ["history", queries.HistoryQuery, 100, 500],
    ["timeline", queries.TimelineQuery, 90, 366],
    ["top earners", queries.TopEarnersQuery, 10, 100],
  ];
  for (const [name, schema, usual, max] of sizes) {
    it(`of ${name} are ${usual} unless given, ${max} at most, and 1 at least`, () => {
      const limit = (value?: string) => schema.parse(value === undefined ? {} : { limit: value }).limit;
      assert.equal(limit(), usual);
      assert.equal(limit("1"), 1);
      assert.equal(limit(String(max)), max);
      assert.equal(limit(String(max + 1)), max);
      assert.equal(limit("9".repeat(30)), max);
      for (const bad of ["0", "-1", "1.5", "1e2", "x1", "1x", "", " 1", "0x10"]) {
        assert.equal(messageOf(schema, { limit: bad }), "must be a whole number from 1 up", bad);
      }
      assert.equal(messageOf(schema, { limit: 5 }), "must be a whole number from 1 up");
    });
  }
});

describe("offsets and pages", () => {
  it("an offset is a whole number from 0 up", () => {
    for (const schema of [queries.RevenuePageQuery, queries.HistoryQuery]) {
      assert.equal(schema.parse({}).offset, 0);
      assert.equal(schema.parse({ offset: "0" }).offset, 0);
      assert.equal(schema.parse({ offset: "9".repeat(30) }).offset, Number.MAX_SAFE_INTEGER);
      assert.equal(messageOf(schema, { offset: "-1" }), "must be a whole number from 0 up");
    }
  });

  it("a page is a whole number from 1 up", () => {
    assert.equal(queries.AgentsQuery.parse({}).page, 1);
    assert.equal(queries.AgentsQuery.parse({ page: "2" }).page, 2);
    assert.equal(messageOf(queries.AgentsQuery, { page: "0" }), "must be a whole number from 1 up");
  });
});

describe("choices", () => {
  const { AgentsQuery, StatsQuery, LineageQuery, TimelineQuery, HistoryQuery } = queries;

  it("have their defaults", () => {
    assert.deepEqual(AgentsQuery.parse({}), { page: 1, limit: 20, sort: "agentId", order: "asc" });
    assert.equal(TimelineQuery.parse({}).interval, "day");
    assert.equal(HistoryQuery.parse({}).order, "asc");
  });

  it("are taken as they are written", () => {
    const query = {
      status: "Revoked",
      sort: "registeredAt",
      order: "desc",
      include: "lastAttestation",
    } as const;
    assert.deepEqual(AgentsQuery.parse(query), { page: 1, limit: 20, ...query });
    assert.deepEqual(StatsQuery.parse({ include: "chainIdentity" }), { include: "chainIdentity" });
    assert.deepEqual(StatsQuery.parse({}), {});
    for (const sort of ["agentId", "registeredAt", "lastAttestation"]) {
      assert.equal(AgentsQuery.parse({ sort }).sort, sort);
    }
    for (const interval of ["day", "week", "month"]) {
      assert.equal(TimelineQuery.parse({ interval }).interval, interval);
    }
  });

  it("are named if another is given", () => {
    for (const [schema, input, message] of [
      [AgentsQuery, { status: "active" }, "must be Active, Suspended, Revoked or Terminated"],
      [AgentsQuery, { sort: "x" }, "must be agentId, registeredAt or lastAttestation"],
      [AgentsQuery, { order: "up" }, "must be asc or desc"],
      [AgentsQuery, { include: "all" }, "must be lastAttestation"],
      [StatsQuery, { include: "all" }, "must be chainIdentity"],
      [LineageQuery, { include: "all" }, "must be scope"],
      [TimelineQuery, { interval: "year" }, "must be day, week or month"],
    ] as const) {
      assert.equal(messageOf(schema, input), message);
    }
  });
});

describe("texts", () => {
  it("a search is trimmed, and all its letters become small", () => {
    assert.equal(queries.AgentsQuery.parse({ search: "  Zürich ÄRA AZ " }).search, "zürich ära az");
  });

  it("a search has 200 characters at most, a currency 31", () => {
    assert.equal(queries.AgentsQuery.parse({ search: "x".repeat(200) }).search, "x".repeat(200));
    assert.equal(
      messageOf(queries.AgentsQuery, { search: "x".repeat(201) }),
      "must be at most 200 characters",
    );
    for (const schema of [queries.TopEarnersQuery, queries.RevenueAggregateQuery]) {
      assert.equal(schema.parse({ currency: "x".repeat(31) }).currency, "x".repeat(31));
      assert.equal(messageOf(schema, { currency: "x".repeat(32) }), "must be at most 31 characters");
      assert.equal(schema.parse({}).currency, undefined);
    }
  });
});

describe("an agent's id in a path", () => {
  it("is decimal digits alone", () => {
    for (const id of ["0", "7", "007", "9".repeat(90)]) {
      assert.deepEqual(queries.AgentIdParam.parse({ id }), { id });
    }
    for (const id of ["", "-1", "1.5", "1abc", "a1", " 1", "1\n", "0x1", 1, undefined]) {
      assert.equal(messageOf(queries.AgentIdParam, { id }), "must be decimal digits alone", String(id));
    }
  });
});

it("a wallet in a path is any text: what is wrong with it is said by the route", () => {
  assert.deepEqual(queries.WalletParam.parse({ wallet: "me" }), { wallet: "me" });
  assert.ok(!queries.WalletParam.safeParse({}).success);
});
