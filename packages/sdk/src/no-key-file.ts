import { missingConfiguration } from "./errors/registry-error.ts";

/** In place of key-file.ts where there are no files, as in a browser. */
export function readKeyFile(_options: { file: string; passwordFile: string | undefined }): never {
  throw missingConfiguration(
    "AGENT_KEY_FILE is for Node, which can read files: set AGENT_PRIVATE_KEY, or give createAgentRegistry an account.",
  );
}
