import { createServer, type Server } from "node:net";

/** A port of the loopback address that is not in use at this moment. */
export async function findFreePort(): Promise<number> {
  return (await findFreePorts(["port"])).port;
}

/**
 * A port for each name, all different: each is held until the last is found, since the system may give a port again as soon
 * as it is free.
 */
export async function findFreePorts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const probes = await Promise.all(names.map(listen));
  const ports = names.map((name, i) => [name, toPort(probes[i])] as const);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return Object.fromEntries(ports) as Record<Name, number>;
}

async function listen(): Promise<Server> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  return probe;
}

function toPort(probe: Server | undefined): number {
  const address = probe?.address() ?? null;
  if (address === null || typeof address === "string") throw new Error("The probe has no port");
  return address.port;
}
