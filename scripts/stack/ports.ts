import { createServer } from "node:net";
import { LOOPBACK, StackError } from "./stack.ts";

/** What the port is for, and the variable that names another one. */
type NamedPort = { port: number; name: string; variable: string; host?: string | undefined };

/** Makes sure that the ports are free, before anything is started. */
export async function requireFreePorts(ports: NamedPort[]): Promise<void> {
  requireDifferentPorts(ports);
  const taken: string[] = [];
  for (const { port, name, variable, host } of ports) {
    const isTaken = !(await isFree(port, host).catch((error) => {
      throw new StackError(toPortProblem({ error, port, name, host }), { cause: error });
    }));
    if (isTaken) taken.push(`  ${port} (for the ${name}; ${variable} names another)`);
  }
  if (taken.length === 0) return;
  throw new StackError(
    `These ports are taken by another program:\n${taken.join("\n")}\n` +
      "Perhaps the register is running already in another terminal. Stop that program or name other ports, and start again.",
  );
}

function requireDifferentPorts(ports: NamedPort[]): void {
  for (const { port } of ports) {
    const names = ports.filter((other) => other.port === port).map(({ name }) => `the ${name}`);
    if (names.length === 1) continue;
    throw new StackError(`Port ${port} is meant for ${names.join(" and ")}. Give each a port of its own.`);
  }
}

/** Whether no program listens on this port of the address. */
export function isFree(port: number, host = LOOPBACK): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve(true)));
  });
}

/** Why a port cannot be used, other than that another program has it. */
export function toPortProblem({
  error,
  port,
  name,
  host,
}: Omit<NamedPort, "variable"> & { error: NodeJS.ErrnoException }): string {
  if (error.code === "EACCES")
    return `Port ${port} (for the ${name}) is not open to this user. Choose one from 1024 on.`;
  if (error.code === "EADDRNOTAVAIL") return `HOST (${host}) is not an address of this machine.`;
  return `Port ${port} (for the ${name}) cannot be used: ${error.message}`;
}
