import { AgentIdParam, apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import type { z } from "zod";

/** The query string by its schema; the 400 names the first parameter that does not fit. */
export function parseQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return parse(schema, c.req.query());
}

/** The id in the path. Digits that cannot be an id give 404, as those of an unknown agent do. */
export function parseAgentId(c: Context): number {
  const { id } = parse(AgentIdParam, { id: c.req.param("id") });
  const agentId = Number(id);
  if (agentId === 0 || !Number.isSafeInteger(agentId)) throw agentNotFound(id);
  return agentId;
}

export function agentNotFound(id: number | string): HttpError {
  return new HttpError(404, apiErrors.agentNotFound(String(id)));
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HttpError(400, `Invalid ${issue?.path.join(".")}: ${issue?.message}`);
}
