import { maskUrls } from "@agent-registry/protocol";
import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger };

type LoggerOptions = { name: string; level?: string; destination?: DestinationStream };

/** JSON lines on standard output, with times that people can read. `LOG_LEVEL` sets how much. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    name,
    level: level ?? "info",
    timestamp: pino.stdTimeFunctions.isoTime,
    // A last line of defence: nothing of ours logs a key, and nothing should get out if it did.
    redact: {
      paths: ["privateKey", "*.privateKey", "RELAYER_KEY", "*.RELAYER_KEY", "*.databaseUrl"],
      censor: "[hidden]",
    },
    // The whole line: an error quotes the RPC node's address in its message, stack, causes and fields, and if
    // a line has no message pino takes the error's.
    hooks: { streamWrite: maskUrls },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
