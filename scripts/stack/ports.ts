import { createServer } from "node:net";
import { StackError } from "./stack.ts";

type NamedPort = { port: number; name: string };

/** Makes sure that the ports are free, before anything is started. */
export async function requireFreePorts(ports: NamedPort[]): Promise<void> {
  requireDifferentPorts(ports);
  const taken: string[] = [];
  for (const { port, name } of ports) {
    const isTaken = !(await isFree(port).catch((error) => {
      throw new StackError(toPortProblem({ error, port, name }), { cause: error });
    }));
    if (isTaken) taken.push(`  ${port} (for the ${name})`);
  }
  if (taken.length === 0) return;
  throw new StackError(
    `These ports are taken by another program:\n${taken.join("\n")}\n` +
      "Perhaps the register is running already in another terminal. Stop that program and start again.",
  );
}

function requireDifferentPorts(ports: NamedPort[]): void {
  for (const { port } of ports) {
    const names = ports.filter((other) => other.port === port).map(({ name }) => `the ${name}`);
    if (names.length === 1) continue;
    throw new StackError(`Port ${port} is meant for ${names.join(" and ")}. Give each a port of its own.`);
  }
}

/** Whether no program listens on this port of the loopback address. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}

/** Why a port cannot be used, other than that another program has it. */
export function toPortProblem({ error, port, name }: NamedPort & { error: NodeJS.ErrnoException }): string {
  if (error.code === "EACCES")
    return `Port ${port} (for the ${name}) is not open to this user. Choose one from 1024 on.`;
  return `Port ${port} (for the ${name}) cannot be used: ${error.message}`;
}
