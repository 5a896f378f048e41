import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { z } from "zod";
import { createOpenApiDocument } from "./openapi.ts";

/** How a document describes an answer of this schema. */
function describeAnswer(schema: z.ZodType): unknown {
  const { paths } = createOpenApiDocument({
    title: "Test",
    version: "1",
    description: "",
    routes: [{ method: "get", path: "/", summary: "", responses: { 200: { description: "", schema } } }],
  });
  const operation = paths["/"]?.get as {
    responses: { 200: { content: { "application/json": { schema: unknown } } } };
  };
  return operation.responses[200].content["application/json"].schema;
}

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
});
