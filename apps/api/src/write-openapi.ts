// Writes apps/api/openapi.json; a test fails if the file and the schemas differ.
import { writeFile } from "node:fs/promises";
import { createApiDocument } from "./api-document.ts";

const file = new URL("../openapi.json", import.meta.url);
await writeFile(file, `${JSON.stringify(createApiDocument(), null, 2)}\n`);
