import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The OpenAPI documents as they are committed. */
export const DOCUMENTS = [
  { name: "query API", key: "api", file: path.join(ROOT, "apps/api/openapi.json") },
  { name: "relayer", key: "relayer", file: path.join(ROOT, "apps/relayer/openapi.json") },
] as const;
