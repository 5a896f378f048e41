// Writes openapi.json, which is committed, so that a change of the interface shows in review.
import { writeFile } from "node:fs/promises";
import { openApiDocument } from "./openapi.ts";

await writeFile(new URL("../openapi.json", import.meta.url), `${JSON.stringify(openApiDocument, null, 2)}\n`);
