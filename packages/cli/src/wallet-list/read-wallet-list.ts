import { createReadStream } from "node:fs";
import { RegistryError } from "@agent-registry/sdk";
import { parseWalletList } from "./parse-wallet-list.ts";

/** About 350,000 wallets. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** The wallets in a file; `-` is what is piped in. */
export async function readWalletList(file: string): Promise<string[]> {
  const name = file === "-" ? "The standard input" : file;
  const stream = file === "-" ? process.stdin : createReadStream(file);
  let text = "";
  try {
    for await (const chunk of stream.setEncoding("utf8")) {
      text += chunk;
      if (text.length > MAX_LENGTH) break;
    }
  } catch (cause) {
    throw invalid(`${name} cannot be read (${(cause as { code?: string }).code}). Nothing was asked.`, cause);
  }
  if (text.length > MAX_LENGTH)
    throw invalid(`${name} is larger than ${MAX_LENGTH} characters: split it. Nothing was asked.`);
  return parseWalletList({ text, name });
}

function invalid(message: string, cause?: unknown): RegistryError {
  return new RegistryError({ reason: "invalid-input", message, cause });
}
