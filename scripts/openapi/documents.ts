import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The OpenAPI documents as they are committed. */
export const DOCUMENTS = [
  { name: "query API", key: "api", file: path.join(ROOT, "apps/api/openapi.json") },
  { name: "relayer", key: "relayer", file: path.join(ROOT, "apps/relayer/openapi.json") },
] as const;

/** A command that a dependency brings, wherever this runs. */
export const toCommand = (name: string) => path.join(ROOT, "node_modules/.bin", name);
