import path from "node:path";
import { RegistryError } from "@agent-registry/sdk";
import { readOwnFile } from "@agent-registry/sdk/key-file";
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

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export type LocalStack = z.infer<typeof StackFile> & { file: string };

/**
 * The register that `npm start` runs, from the file that it wrote in this folder or one above. A user who can
 * write that file decides what every command answers: so a file that another user could have written is left
 * alone, and so is one that leads to another machine. `ignored` says why.
 */
export function findLocalStack(cwd: string): { stack?: LocalStack; ignored: string[] } {
  const ignored: string[] = [];
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const file = path.join(folder, ".local", "stack.json");
    const { text, distrust } = readOwnFile(file);
    if (distrust !== undefined) ignored.push(`${file} is not used: ${distrust}.`);
    if (text !== undefined) {
      const stack = { ...parse({ text, file }), file };
      const foreign = findForeignUrl(stack);
      if (foreign === undefined) return { stack, ignored };
      ignored.push(`${file} is not used: ${foreign} is not on this machine. Name the register yourself.`);
    }
    if (folder === path.dirname(folder)) return { ignored };
  }
}

function findForeignUrl({ rpcUrl, apiUrl, relayerUrl, dashboardUrl }: LocalStack): string | undefined {
  const hosts = [rpcUrl, apiUrl, relayerUrl, dashboardUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).hostname],
  );
  return hosts.find((host) => !LOOPBACK.test(host));
}

function parse({ text, file }: { text: string; file: string }): z.infer<typeof StackFile> {
  try {
    return StackFile.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${file} is damaged: start the local register again with \`npm start\`, which writes it anew.`;
    throw new RegistryError({ reason: "missing-configuration", message, cause });
  }
}
