import { apiErrors, toPlace } from "@agent-registry/protocol";
import { HttpError, isJsonType } from "@agent-registry/service";
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";

/** Refuses other types before anything is read. */
export const requireJson: MiddlewareHandler = async function requireJson(c, next) {
  if (!isJsonType(c.req.header("content-type"))) throw new HttpError(415, apiErrors.notJson);
  await next();
};

/** The body by its schema; the 400 names the first place that does not fit. */
export function parseJsonBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HttpError(400, `Invalid ${toPlace(issue?.path ?? []) || "body"}: ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, apiErrors.malformedJson);
  }
}
