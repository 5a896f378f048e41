import { CLI_COMMAND } from "@agent-registry/protocol";
import manifest from "../package.json" with { type: "json" };

/** Set by the build of the package that others install (scripts/build-cli.ts). */
declare const IS_PACKAGED: true | undefined;

export const { version } = manifest;

/** How sentences name a command: outside of the project's folder npm would take another package for ours. */
export const COMMAND = typeof IS_PACKAGED === "undefined" ? "npx agent-registry" : CLI_COMMAND;
