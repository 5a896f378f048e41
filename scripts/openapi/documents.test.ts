import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { DOCUMENTS } from "./documents.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId?: string;
  tags?: string[];
  parameters?: Json[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Content = Record<string, { schema: Json; example?: unknown }>;

/** What makes a schema say what a value is. */
const FORMS = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];

for (const { name, file } of DOCUMENTS) {
  describe(`the OpenAPI document of the ${name}`, () => {
    const document = JSON.parse(readFileSync(file, "utf8"));
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) =>
      Object.values(path),
    );
    const answers = operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, media]) => ({ status, type, ...media })),
      ),
    );

    it("refers to nothing but what it names, and never to itself as a whole", () => {
      const references = findValues(document, "$ref") as string[];
      assert.ok(references.length > 20);
      assert.deepEqual(
        references.filter((reference) => resolve(document, reference) === undefined),
        [],
      );
    });

    it("says of every field what it is", () => {
      const schemas = [
        ...Object.entries<Json>(document.components?.schemas ?? {}),
        ...operations.flatMap(({ operationId, parameters = [], requestBody }) => [
          ...parameters.flatMap(({ name, schema }) =>
            schema === undefined ? [] : [[`${operationId} ${name}`, schema as Json] as const],
          ),
          ...Object.values(requestBody?.content ?? {}).map(
            ({ schema }) => [`${operationId}`, schema] as const,
          ),
        ]),
        ...answers.map(({ status, schema }) => [status, schema] as const),
      ];
      assert.deepEqual(
        schemas.flatMap(([place, schema]) => findUntyped(place, schema)),
        [],
      );
    });

    it("names what every body holds, and shows an example of every answer in JSON", () => {
      const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
      for (const { schema } of [...bodies, ...answers.filter(({ type }) => type !== "text/plain")]) {
        assert.match(String(schema.$ref), /^#\/components\/schemas\//);
      }
      const shown = answers.filter(({ status, type }) => status === "200" && type.endsWith("json"));
      for (const { schema, example } of shown) assert.ok(example, `no example of ${schema.$ref}`);
    });

    it("names every operation differently, under a tag that it describes", () => {
      const ids = operations.map(({ operationId }) => operationId);
      for (const id of ids) assert.match(String(id), /^[a-z][a-zA-Z]+$/);
      assert.equal(new Set(ids).size, ids.length);
      const tags = (document.tags ?? []) as { name: string; description: string }[];
      for (const { description } of tags) assert.ok(description);
      assert.deepEqual(
        [...new Set(operations.flatMap(({ tags }) => tags))].sort(),
        tags.map(({ name }) => name).sort(),
      );
    });
  });
}

function findValues(value: unknown, key: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key && typeof inner === "string" ? [inner] : findValues(inner, key),
  );
}

function resolve(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/components/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
}

/** The places below a schema of which it is not said what stands there. */
function findUntyped(place: string, schema: Json): string[] {
  const inner: [string, Json][] = [
    ...Object.entries((schema.properties ?? {}) as Record<string, Json>),
    ...["items", "additionalProperties"].flatMap((key): [string, Json][] =>
      typeof schema[key] === "object" ? [[key, schema[key] as Json]] : [],
    ),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) => Object.entries((schema[key] ?? []) as Json[])),
  ];
  return [
    ...(FORMS.some((form) => form in schema) ? [] : [place]),
    ...inner.flatMap(([name, form]) => findUntyped(`${place}.${name}`, form)),
  ];
}
