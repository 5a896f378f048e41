import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import createTypes, { astToString } from "openapi-typescript";
import { generate } from "orval";
import { DOCUMENTS } from "./documents.ts";

/** Writes into an empty folder what two common generators make of each document: types, and a client with `fetch`. */
export async function generateClients(folder: string, { baseUrl }: { baseUrl: string }): Promise<void> {
  for (const { key, file } of DOCUMENTS) {
    const types = await createTypes(JSON.parse(await readFile(file, "utf8")));
    await writeFile(path.join(folder, `${key}-types.ts`), astToString(types));

    const target = path.join(folder, `${key}-client.ts`);
    await generate(
      { input: { target: file }, output: { target, client: "fetch", mode: "single", baseUrl } },
      folder,
    );
    // It prints what it does not like about a document, writes nothing, and goes on.
    if (!existsSync(target)) throw new Error(`orval makes no client of ${file}`);
  }
}
