import { createServer } from "node:net";
import { StackError } from "./stack.ts";

/** Makes sure that nobody has the ports, before anything is started. */
export async function requireFreePorts(ports: { port: number; name: string }[]): Promise<void> {
  const taken: string[] = [];
  for (const { port, name } of ports) if (!(await isFree(port))) taken.push(`  ${port} (for the ${name})`);
  if (taken.length === 0) return;
  throw new StackError(
    `These ports are taken by another program:\n${taken.join("\n")}\n` +
      "Perhaps the register is running already in another terminal. Stop that program and start again.",
  );
}

/** Whether nobody listens on this port of the loopback address. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}
