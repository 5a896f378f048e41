import { API_PORT } from "@agent-registry/protocol/limits";

// Not written as `process.env.NEXT_PUBLIC_API_URL`: the bundler would freeze that into the build.
const VARIABLE = "NEXT_PUBLIC_API_URL";
const INTERNAL_VARIABLE = "API_INTERNAL_URL";

/** The query API's address as the browser reaches it; read by the running server only. */
export function readApiUrl(): string {
  return toUrl(VARIABLE, process.env[VARIABLE] || `http://localhost:${API_PORT}`);
}

/** The query API's address as this server reaches it. */
export function readInternalApiUrl(): string {
  return toUrl(INTERNAL_VARIABLE, process.env[INTERNAL_VARIABLE] || readApiUrl());
}

function toUrl(name: string, value: string): string {
  if (!URL.canParse(value)) throw new Error(`${name} must be a URL, such as http://localhost:${API_PORT}`);
  return value.replace(/\/+$/, "");
}
