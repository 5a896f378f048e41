import { ErrorResponse } from "@agent-registry/protocol";
import * as z from "zod";

/** Of either edition of zod. */
type Schema = z.core.$ZodType;
type ObjectSchema = z.core.$ZodObject;

/** One route as its documentation has it. */
export type RouteDoc = {
  method: "get" | "post";
  /** With parameters in braces: `/agent/{id}`. */
  path: string;
  summary: string;
  description?: string;
  /** Object schemas; each property becomes a parameter. */
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: Schema;
  /** The answer's schema by status. `"text"` for plain text. JSON unless another type is named. */
  responses: Record<number, { description: string; schema?: Schema | "text"; contentType?: string }>;
};

type DocumentOptions = { title: string; version: string; description: string; routes: RouteDoc[] };

/** An OpenAPI 3.1 document made from the same schemas that check what goes in and out. */
export function createOpenApiDocument({ title, version, description, routes }: DocumentOptions) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) };
  }
  return { openapi: "3.1.0", info: { title, version, description, license: { name: "MIT" } }, paths };
}

function toOperation(route: RouteDoc) {
  return {
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    parameters: [...toParameters("path", route.params), ...toParameters("query", route.query)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: toSchema(route.body, "input") } },
          },
        }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [
        status,
        toResponse(Number(status), response),
      ]),
    ),
  };
}

function toParameters(location: "path" | "query", schema: ObjectSchema | undefined) {
  return Object.entries(schema?._zod.def.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = toSchema(field, "input");
    return {
      name,
      in: location,
      required: location === "path" || !z.safeParse(field, undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function toResponse(
  status: number,
  { description, schema, contentType = "application/json" }: RouteDoc["responses"][number],
) {
  const shown = schema ?? (status >= 400 ? ErrorResponse : undefined);
  if (shown === undefined) return { description };
  if (shown === "text") return { description, content: { "text/plain": { schema: { type: "string" } } } };
  return { description, content: { [contentType]: { schema: toSchema(shown, "output") } } };
}

function toSchema(schema: Schema, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // Transforms have no schema of their own; what stands before them is what travels.
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Schemas are strict for our tests only: clients must accept keys that are added later. In a map this
      // key describes the values, so only `false` is removed.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
