import assert from "node:assert/strict";
import test from "node:test";
import { parseAgentsQuery } from "./parse-agents-query.ts";

const parse = (query: string) => parseAgentsQuery(new URLSearchParams(query));

test("a whole view is read from the address bar", () => {
  assert.deepEqual(parse("page=3&search= rail &status=Revoked&sort=lastAttestation&order=asc"), {
    page: 3,
    limit: 20,
    search: "rail",
    status: "Revoked",
    sort: "lastAttestation",
    order: "asc",
  });
});

test("sorting by a time starts with the newest, by number with the first", () => {
  assert.equal(parse("sort=registeredAt").order, "desc");
  assert.equal(parse("").order, "asc");
});

test("a value that makes no sense is ignored", () => {
  for (const query of [
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "status=active",
    "sort=constructor",
    "order=up",
  ])
    assert.deepEqual(parse(query), parse(""));
});
