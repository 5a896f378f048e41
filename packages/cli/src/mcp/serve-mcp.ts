import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Session } from "../session/open-session.ts";
import { createServer } from "./create-server.ts";

/** Serves the register on stdin and stdout until the client hangs up. Without a key it only reads. */
export async function serveMcp(input: { session: Session; readOnly: boolean }): Promise<void> {
  const { session, readOnly } = input;
  const key = readOnly ? undefined : await session.findKey("agent");
  const hungUp = once(process.stdin, "end");
  const connection = serveStdio(() => createServer({ session, key }));
  await hungUp;
  await connection.close();
}
