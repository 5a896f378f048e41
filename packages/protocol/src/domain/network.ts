import { Resolver } from "node:dns/promises";
import { isPublicAddress } from "./is-public-address.ts";

export type Network = {
  /** All addresses of a host. Stops when the signal is aborted. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>;
  /** Whether a server at this address may be asked. */
  isAllowed(address: string): boolean;
  port: number;
  /** Certificates to trust instead of the usual ones. */
  ca?: string;
};

/** Only servers that are open to the public. Tests have a network of their own. */
export const publicInternet: Network = { resolve, isAllowed: isPublicAddress, port: 443 };

/**
 * By DNS alone, not by the system: the names of a machine's own network are not asked for, and a name server that
 * hangs blocks none of the threads on which Node reads files.
 */
async function resolve(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
