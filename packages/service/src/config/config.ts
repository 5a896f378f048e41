import { isIP } from "node:net";
import { type Address, getAddress, type Hex, isAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import { isSecurityContact, SECURITY_CONTACT_RULE } from "./security-txt.ts";

/** The environment does not fit; the message lists every variable that is wrong, and how it should be. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads a service's variables. Empty ones count as not set. Never shows a value: it may be a secret. */
export function parseConfig<T>(schema: z.ZodType<T>, env: Record<string, string | undefined>): Readonly<T> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(given);
  if (result.success) return Object.freeze(result.data);
  throw toConfigError(
    result.error.issues.map((issue) => ({ name: issue.path.join("."), problem: issue.message })),
  );
}

/** For what only the use of a variable shows, such as a file that it names. */
export function toConfigError(problems: readonly { name: string; problem: string }[]): ConfigError {
  const lines = problems.map(({ name, problem }) => `  ${name}: ${problem}`);
  return new ConfigError(`The configuration is not right:\n${[...new Set(lines)].join("\n")}`);
}

const PRIVATE_KEY = /^(0x)?[0-9a-fA-F]{64}$/;

/** The kinds of variable that services have in common. */
export const configFields = {
  /** The address to listen on; all of them unless given. A name could stand for any, and some shells set it. */
  host: () =>
    z
      .string()
      .refine(
        (value) => isIP(value) !== 0 || value === "localhost",
        "must be an IP address of this machine, such as 127.0.0.1; leave it out for all of them",
      )
      .optional(),

  port: (fallback: number) => wholeNumber({ fallback, min: 0, max: 65_535 }),

  /** Where `/metrics` and `/ready` are served; the public port then does not have the metrics. */
  metricsPort: () => optionalWholeNumber({ min: 1, max: 65_535 }),

  wholeNumber,
  optionalWholeNumber,

  /** One address, or several separated by commas for fail-over. */
  rpcUrls: (fallback: string) =>
    z
      .string()
      .transform((value) => value.split(",").map((url) => url.trim()))
      .refine(
        (urls) => urls.every(isHttpUrl),
        "must be an http:// or https:// address, or several separated by commas",
      )
      .refine(
        (urls) => urls.every(hasReadableUserInfo),
        "must be an address whose user and password are percent-encoded (% itself is %25)",
      )
      .prefault(fallback),

  /** One service that is asked by HTTP; user and password may stand in its address. */
  serviceUrl: () =>
    z
      .string()
      .refine(
        (value) => isHttpUrl(value) && hasReadableUserInfo(value),
        "must be one http:// or https:// address, with user and password percent-encoded if it has any",
      ),

  address: () =>
    z
      .string({ error: "is required: an address (0x and 40 hex digits)" })
      .refine(
        (value) => isAddress(value),
        "must be an address (0x and 40 hex digits, lower case or checksummed)",
      )
      .transform((value): Address => getAddress(value)),

  privateKey: () =>
    z
      .string({ error: "is required: a private key (0x and 64 hex digits)" })
      .regex(PRIVATE_KEY, "must be a private key (0x and 64 hex digits)")
      .transform((value) => (value.startsWith("0x") ? value : `0x${value}`) as Hex)
      .refine(isOnCurve, "must be a private key (0x and 64 hex digits) within the curve's range"),

  databaseUrl: () =>
    z
      .string()
      .refine(
        (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
        "must be a postgres:// address; leave it out for the embedded database",
      )
      .optional(),

  publicUrl: (of: string) =>
    z
      .string()
      .refine(
        isPublicUrl,
        `must be the public address of ${of}, such as https://register.example, without a slash at its end`,
      ),

  /** Where finders of a vulnerability report it. */
  securityContact: () => z.string().refine(isSecurityContact, SECURITY_CONTACT_RULE).optional(),

  dataDir: () => z.string().default(".local/data"),

  /** How many proxies in front of the service are ours; 0 trusts no X-Forwarded-For at all. */
  trustProxy: () => wholeNumber({ fallback: 0, min: 0, max: 16 }),

  /** How long a process that is being stopped still answers, so that load balancers notice. */
  shutdownDelaySeconds: () => wholeNumber({ fallback: 0, min: 0, max: 300 }),

  logLevel: () =>
    z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be fatal, error, warn, info, debug, trace or silent",
      })
      .default("info"),
} as const;

function wholeNumber({ fallback, ...bounds }: { fallback: number; min: number; max: number }) {
  return boundedNumber(bounds).default(fallback);
}

function optionalWholeNumber(bounds: { min: number; max: number }) {
  return boundedNumber(bounds).optional();
}

function boundedNumber({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** What no address may hold unencoded is refused, so that `maskUrls` finds the whole of it in any text. */
/** It is compared letter by letter, and addresses are made by appending to it. */
function isPublicUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s?#@]+[^/\s?#@]$/.test(value) || !URL.canParse(value)) return false;
  const { href, origin, pathname } = new URL(value);
  return value === (pathname === "/" ? origin : href);
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\/[^\s"<>\\]+$/i.test(value) && URL.canParse(value);
}

/** A node is sent user and password decoded. */
function hasReadableUserInfo(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  try {
    for (const part of [username, password]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Zero, and what lies beyond the curve's order, belongs to no address. */
function isOnCurve(key: Hex): boolean {
  try {
    privateKeyToAddress(key);
    return true;
  } catch {
    return false;
  }
}
