import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";

/** The addresses of this machine, other than 127.0.0.1, at which a program on this port can be reached. */
export async function findOpenAddresses(port: number): Promise<string[]> {
  const isOpen = await Promise.all(otherAddresses.map((host) => canConnect({ host, port })));
  return otherAddresses.filter((_, i) => isOpen[i]);
}

const otherAddresses = [
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    // An address of one link alone (fe80) is of no use without the name of that link.
    addresses.filter(({ internal, address }) => !internal && !address.startsWith("fe80")),
  ),
  // Linux has more loopback addresses: so there is one even on a machine without a network.
  ...(process.platform === "linux" ? [{ address: "127.0.0.2" }] : []),
].map(({ address }) => address);

async function canConnect(to: { host: string; port: number }): Promise<boolean> {
  const socket = connect(to);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
