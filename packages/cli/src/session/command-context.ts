import type { Command } from "commander";
import type { Session, SessionContext } from "./open-session.ts";

/** What a command's file needs to add itself. */
export type CommandContext = SessionContext & {
  program: Command;
  /** Opens the session of a command that was called. */
  open(command: Command): Session;
};
