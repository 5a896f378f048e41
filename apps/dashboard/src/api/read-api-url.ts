import { API_PORT } from "@agent-registry/protocol/limits";

// Not written as `process.env.NEXT_PUBLIC_API_URL`: the bundler would freeze that into the build.
const VARIABLE = "NEXT_PUBLIC_API_URL";

/** The query API's address as the browser reaches it; read by the running server only. */
export function readApiUrl(): string {
  const value = process.env[VARIABLE] || `http://localhost:${API_PORT}`;
  if (!URL.canParse(value))
    throw new Error(`${VARIABLE} must be a URL, such as http://localhost:${API_PORT}`);
  return value.replace(/\/+$/, "");
}
