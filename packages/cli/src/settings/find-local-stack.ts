import { readFileSync } from "node:fs";
import path from "node:path";
import { RegistryError } from "@agent-registry/sdk";
import { z } from "zod";

const StackFile = z.object({
  chainId: z.int(),
  /** Services take several for fail-over; the first one is enough here. */
  rpcUrl: z
    .string()
    .transform((value) => value.split(",")[0]?.trim())
    .pipe(z.url()),
  registryAddress: z.string(),
  forwarderAddress: z.string(),
  apiUrl: z.url().optional(),
  relayerUrl: z.url().optional(),
  dashboardUrl: z.url().optional(),
});

export type LocalStack = z.infer<typeof StackFile> & { file: string };

/** The register that `npm start` runs, from the file that it wrote in this folder or one above. */
export function findLocalStack(cwd: string): LocalStack | undefined {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const file = path.join(folder, ".local", "stack.json");
    const text = readIfThere(file);
    if (text !== undefined) return { ...parse({ text, file }), file };
    if (folder === path.dirname(folder)) return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parse({ text, file }: { text: string; file: string }): z.infer<typeof StackFile> {
  try {
    return StackFile.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${file} is damaged: start the local register again with \`npm start\`, which writes it anew.`;
    throw new RegistryError({ reason: "missing-configuration", message, cause });
  }
}
