import { AgentIdParam, apiErrors, toPlace } from "@agent-registry/protocol";
import { HttpError, isJsonType } from "@agent-registry/service";
import type { Context, MiddlewareHandler } from "hono";
import { type Address, isAddress } from "viem";
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

/** The wallet in the path, in lower case. Capitals claim a checksum, and a mistyped one is refused. */
export function parseWallet(c: Context, param = "wallet"): Address {
  const given = c.req.param(param) ?? "";
  if (!isAddress(given)) throw invalidWallet(given);
  return given.toLowerCase() as Address;
}

/** A person's address in the path, checked as wallets are. */
export function parseAddress(c: Context): Address {
  const given = c.req.param("address") ?? "";
  if (!isAddress(given)) throw new HttpError(400, apiErrors.invalidAddress(given));
  return given.toLowerCase() as Address;
}

export function invalidWallet(given: string): HttpError {
  return new HttpError(400, apiErrors.invalidWallet(given));
}

/** A page beyond the last one has no rows, however far; databases need a number that they can take. */
export function toOffset({ page, limit }: { page: number; limit: number }): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

export function agentNotFound(id: number | string): HttpError {
  return new HttpError(404, apiErrors.agentNotFound(String(id)));
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HttpError(400, `Invalid ${toPlace(issue?.path ?? []) || "body"}: ${issue?.message}`);
}

/** Refuses other types before anything is read. */
export const requireJson: MiddlewareHandler = async function requireJson(c, next) {
  if (!isJsonType(c.req.header("content-type"))) throw new HttpError(415, apiErrors.notJson);
  await next();
};

/** The body by its schema; the 400 names the first place that does not fit. */
export function parseJsonBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  return parse(schema, parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, apiErrors.malformedJson);
  }
}
