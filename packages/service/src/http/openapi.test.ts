import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { z } from "zod";
import * as mini from "zod/mini";
import { createOpenApiDocument, type RouteDoc } from "./openapi.ts";

type Schemas = Parameters<typeof createOpenApiDocument>[0]["schemas"];

function createDocument(schemas: Schemas, route: Partial<RouteDoc> = {}) {
  const responses = { 200: { description: "" } };
  return createOpenApiDocument({
    title: "Test",
    version: "1",
    description: "",
    tags: { Tests: "For tests" },
    schemas,
    routes: [
      { method: "get", path: "/", operationId: "test", tag: "Tests", summary: "", responses, ...route },
    ],
  });
}

/** How a document describes an answer of this schema. */
const describeAnswer = (schema: Schemas[string]) =>
  createDocument({ Answer: schema }).components.schemas.Answer;

const describeRoute = (route: Partial<RouteDoc>, schemas: Schemas = {}) =>
  createDocument(schemas, route).paths["/"]?.get as Record<string, unknown>;

describe("createOpenApiDocument", () => {
  it("says what the values of a map are", () => {
    assert.deepEqual(describeAnswer(z.record(z.string(), z.number())), {
      type: "object",
      propertyNames: { type: "string" },
      additionalProperties: { type: "number" },
    });
  });

  it("leaves objects open: keys may come later", () => {
    assert.deepEqual(describeAnswer(z.strictObject({ inner: z.object({ count: z.number() }) })), {
      type: "object",
      properties: {
        inner: { type: "object", properties: { count: { type: "number" } }, required: ["count"] },
      },
      required: ["inner"],
    });
  });

  it("describes what travels, not what a transform makes of it", () => {
    const amount = mini.pipe(
      mini.string(),
      mini.transform((text: string) => BigInt(text)),
    );
    assert.deepEqual(describeAnswer(mini.object({ amount })), {
      type: "object",
      properties: { amount: { type: "string" } },
      required: ["amount"],
    });
  });

  it("refers to a schema within itself by its name", () => {
    const Tree = z.object({
      get children() {
        return z.array(Tree);
      },
    });
    assert.deepEqual(createDocument({ Tree }).components.schemas.Tree, {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
      required: ["children"],
    });
  });

  it("describes a named schema anew where it is used, without losing its name", () => {
    const Flags = z.object({ wallet: z.boolean() });
    const Outer = z.object({ given: Flags.describe("What was given") });
    assert.deepEqual(createDocument({ Flags, Outer }).components.schemas.Outer?.properties, {
      given: { $ref: "#/components/schemas/Flags", description: "What was given" },
    });
  });

  it("is not made of a body without a name", () => {
    const responses = { 200: { description: "", schema: z.object({}) } };
    assert.throws(() => describeRoute({ responses }), /no name/);
  });

  it("says that an answer with an ETag may be 304", () => {
    const { parameters, responses } = describeRoute({ hasEtag: true });
    assert.deepEqual(parameters, [{ $ref: "#/components/parameters/IfNoneMatch" }]);
    assert.deepEqual(responses, {
      200: { description: "", headers: { ETag: { $ref: "#/components/headers/ETag" } } },
      304: { $ref: "#/components/responses/NotModified" },
    });
  });

  it("tells the default of a parameter that is transformed", () => {
    const limit = z.string().transform(Number).default(20).meta({ type: "integer", default: 20 });
    assert.deepEqual(describeRoute({ query: z.object({ limit }) }).parameters, [
      { name: "limit", in: "query", required: false, schema: { type: "integer", default: 20 } },
    ]);
  });
});
