import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import createTypes, { astToString } from "openapi-typescript";
import { generate } from "orval";
import { DOCUMENTS } from "./documents.ts";

/** Writes into a folder what two common generators make of each document: its types, and a client with `fetch`. */
export async function generateClients(folder: string, { baseUrl }: { baseUrl: string }): Promise<void> {
  for (const { key, file } of DOCUMENTS) {
    const types = await createTypes(JSON.parse(await readFile(file, "utf8")));
    await writeFile(path.join(folder, `${key}-types.ts`), astToString(types));
    await generate(
      {
        input: { target: file },
        output: { target: path.join(folder, `${key}-client.ts`), client: "fetch", mode: "single", baseUrl },
      },
      folder,
      { logLevel: "warn" } as object,
    );
  }
}
