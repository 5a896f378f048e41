import pino, { type Logger } from "pino";

export type { Logger };

/** JSON lines on standard output, with times that people can read. `LOG_LEVEL` sets how much. */
export function createLogger({ name, level }: { name: string; level?: string }): Logger {
  return pino({
    name,
    level: level ?? "info",
    timestamp: pino.stdTimeFunctions.isoTime,
    // A last line of defence: nothing of ours logs a key, and nothing should get out if it did.
    redact: {
      paths: ["privateKey", "*.privateKey", "RELAYER_KEY", "*.RELAYER_KEY", "*.databaseUrl"],
      censor: "[hidden]",
    },
  });
}
