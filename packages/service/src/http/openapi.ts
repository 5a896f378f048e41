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
  /** What generated clients call their function: it stays as it is. */
  operationId: string;
  /** One of the document's tags. */
  tag: string;
  summary: string;
  description?: string;
  /** Object schemas; each property becomes a parameter. */
  params?: ObjectSchema;
  query?: ObjectSchema;
  /** One of the document's schemas. */
  body?: Schema;
  /** Whether the answer carries an `ETag`, so that `If-None-Match` may give 304. */
  hasEtag?: boolean;
  /** By status. */
  responses: Record<number, ResponseDoc>;
};

type ResponseDoc = {
  description: string;
  /** One of the document's schemas, or `"text"` for plain text. Errors need none. */
  schema?: Schema | "text";
  /** JSON unless another type is named. */
  contentType?: string;
  example?: unknown;
};

/** Of `/ready` and `/metrics`, in both services: what they may answer besides, which is never that a limit is reached. */
export const uncountedErrors = {
  ready: { 400: { description: "The request cannot be read" } },
  metrics: { 404: { description: "The operator has the metrics on a port of their own (`METRICS_PORT`)" } },
} satisfies Record<string, RouteDoc["responses"]>;

type DocumentOptions = {
  title: string;
  version: string;
  description: string;
  /** Descriptions by name, in the order in which the tags are shown. */
  tags: Record<string, string>;
  /** All that travels in bodies, by the names that generated clients give to their types. */
  schemas: Record<string, Schema>;
  routes: RouteDoc[];
};

/** An OpenAPI 3.1 document made from the same schemas that check what goes in and out. */
export function createOpenApiDocument({
  title,
  version,
  description,
  tags,
  schemas,
  routes,
}: DocumentOptions) {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...schemas, Error: ErrorResponse })) names.add(schema, { id });

  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route, names) };
  }
  return {
    openapi: "3.1.0",
    info: { title, version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The server that this document comes from" }],
    // No operation asks who is calling.
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: toComponents(names),
      ...(routes.some(({ hasEtag }) => hasEtag) ? ETAG_COMPONENTS : {}),
    },
  };
}

type Names = ReturnType<typeof z.registry<{ id: string }>>;

const ETAG_COMPONENTS = {
  parameters: {
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "The `ETag` of an answer that the client holds",
      schema: { type: "string" },
    },
  },
  headers: {
    ETag: { description: "Stands for exactly this answer", schema: { type: "string" } },
  },
  responses: {
    NotModified: {
      description: "The answer is still the one whose `ETag` was sent",
      headers: { ETag: { $ref: "#/components/headers/ETag" } },
    },
  },
};

function toOperation(route: RouteDoc, names: Names) {
  const { operationId, tag, summary, description, params, query, body, hasEtag = false } = route;
  const responses = Object.entries(route.responses).map(([status, response]) => [
    status,
    toResponse(response, { names, isError: Number(status) >= 400, hasEtag: hasEtag && status === "200" }),
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [
      ...toParameters("path", params),
      ...toParameters("query", query),
      ...(hasEtag ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: toRef(body, names) } } } }),
    responses: {
      ...Object.fromEntries(responses),
      ...(hasEtag ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
    },
  };
}

function toParameters(location: "path" | "query", schema: ObjectSchema | undefined) {
  return Object.entries(schema?._zod.def.shape ?? {}).map(([name, field]) => {
    const { $schema: _, description, ...rest } = z.toJSONSchema(field, OPTIONS);
    // Left out by zod if a transform stands before it, since it might be of another type than what travels.
    const usual = z.globalRegistry.get(field)?.default;
    return {
      name,
      in: location,
      required: location === "path" || !z.safeParse(field, undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: { ...rest, ...(usual === undefined ? {} : { default: usual }) },
    };
  });
}

type ResponseContext = { names: Names; isError: boolean; hasEtag: boolean };

function toResponse(
  { description, schema, contentType = "application/json", example }: ResponseDoc,
  { names, isError, hasEtag }: ResponseContext,
) {
  const shown = schema ?? (isError ? ErrorResponse : undefined);
  const headers = hasEtag ? { headers: { ETag: { $ref: "#/components/headers/ETag" } } } : {};
  if (shown === undefined) return { description, ...headers };
  const [type, form] =
    shown === "text" ? ["text/plain", { type: "string" }] : [contentType, toRef(shown, names)];
  const content = { [type]: { schema: form, ...(example === undefined ? {} : { example }) } };
  return { description, ...headers, content };
}

function toRef(schema: Schema, names: Names) {
  const id = names.get(schema)?.id;
  if (id === undefined) throw new Error("A body's schema has no name: add it to the document's schemas");
  return { $ref: toUri(id) };
}

const toUri = (id: string) => `#/components/schemas/${id}`;

const OPTIONS = {
  // In answers, too: what stands before a transform is what travels.
  io: "input",
  // Checks without a type, as `z.custom`, say in their `meta` what they are.
  unrepresentable: "any",
  override: ({ jsonSchema }) => {
    // Schemas are strict for our tests only: clients must accept keys that are added later. In a map this
    // key describes the values, so only `false` is removed.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
} satisfies z.core.ToJSONSchemaParams;

/** A schema that holds another one of them, or itself, refers to it by its name. */
function toComponents(names: Names) {
  const { schemas } = z.toJSONSchema(names, { ...OPTIONS, uri: toUri });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}
